package org.underbase.htfs.call;

import java.io.IOException;
import java.net.URI;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnresolvedLinkException;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.FileIdentity;
import org.underbase.htfs.record.FileRef;
import org.underbase.htfs.record.StreamRef;
import org.underbase.htfs.record.ThreadTrace;
import org.underbase.htfs.record.Tracer;
import org.underbase.htfs.stream.TracedStream;

/**
 * Recorder of the calls of one file system object. A call inside another recorded call of the same thread is not
 * recorded: one user call is one event. The event of a call that throws contains the exception's class. Results and
 * exceptions are unchanged, and recording makes no call to the file system.
 *
 * <p>Thread-safe.
 */
public final class FsCalls {
    /** A call with a result. */
    @FunctionalInterface
    public interface Body<T> {
        T run() throws IOException;
    }

    /** A call without a result. */
    @FunctionalInterface
    public interface Action {
        void run() throws IOException;
    }

    private static final Set<Call> MAKES_DIRECTORY = EnumSet.of(Call.MKDIRS, Call.MKDIR);

    private final Tracer tracer;
    private final String user;
    private final String fileSystem;
    private final Supplier<Path> workingDirectory;

    /**
     * Creates a recorder.
     *
     * @param tracer tracer of the process; null records nothing
     * @param user user of the file system
     * @param uri address of the file system; null if it has none
     * @param workingDirectory supplier of the base of relative paths
     */
    public FsCalls(Tracer tracer, String user, URI uri, Supplier<Path> workingDirectory) {
        this.tracer = tracer;
        this.user = tracer == null || user.equals(tracer.owner()) ? null : user;
        this.fileSystem = nameOf(uri);
        this.workingDirectory = workingDirectory;
    }

    /** Returns the name of a file system in traces: its authority, or its scheme if it has none. */
    public static String nameOf(URI uri) {
        String authority = uri == null ? "" : uri.getAuthority();
        return authority == null ? Objects.requireNonNullElse(uri.getScheme(), "") : authority;
    }

    /** Returns a recorder for an uninitialized file system: it runs each call without recording it. */
    public static FsCalls none() {
        return new FsCalls(null, "", null, () -> null);
    }

    /** Returns the tracer of this process. */
    public Tracer tracer() {
        return tracer;
    }

    /**
     * Runs a call on a path and records it.
     *
     * @param path path of the event; may be null
     * @param facts adds the detail of the event; called only when the call is recorded
     */
    public <T> T call(Call call, Path path, Consumer<Facts> facts, Body<T> body) throws IOException {
        return record(call, null, path, null, facts, body);
    }

    /** Runs a call on two paths and records it. */
    public <T> T call(Call call, Path path, Path other, Consumer<Facts> facts, Body<T> body) throws IOException {
        return record(call, null, path, other, facts, body);
    }

    /** Runs a call on two paths without a result and records it. */
    public void run(Call call, Path path, Path other, Consumer<Facts> facts, Action action) throws IOException {
        record(call, null, path, other, facts, () -> {
            action.run();
            return null;
        });
    }

    /**
     * Runs a call that declares no {@link IOException} and records it.
     *
     * @param facts adds the detail of the event; called only when the call is recorded
     */
    public <T> T local(Call call, Path path, Consumer<Facts> facts, Supplier<T> body) {
        try {
            return record(call, null, path, null, facts, body::get);
        } catch (IOException e) {
            throw new AssertionError("a supplier threw a checked exception", e);
        }
    }

    /**
     * Runs a call that creates a file, or with {@link CreateFlag#APPEND} continues an existing one, and records it as what
     * it did.
     */
    public <T> T create(Path path, EnumSet<CreateFlag> flags, Consumer<Facts> facts, Body<T> body) throws IOException {
        return record(creating(flags, -1), flags, path, null, facts, body);
    }

    /**
     * Returns the call that {@code flags} request. With {@link CreateFlag#CREATE} and {@link CreateFlag#APPEND}, the length of
     * the file decides: a file that did not exist is empty.
     *
     * @param flags flags of the call; may be null
     * @param initialLength length of the opened file, in bytes; -1 if it is not open
     */
    public static Call creating(EnumSet<CreateFlag> flags, long initialLength) {
        boolean append = flags != null && flags.contains(CreateFlag.APPEND);
        return append && !(initialLength == 0 && flags.contains(CreateFlag.CREATE)) ? Call.APPEND : Call.CREATE;
    }

    /**
     * Runs a call that completes with a future and records it at its completion: at once if the future is complete,
     * otherwise on the thread that completes it, also inside another recorded call. The future is returned unchanged.
     */
    public <T> CompletableFuture<T> future(Call call, Path path, Consumer<Facts> facts, Body<CompletableFuture<T>> body)
            throws IOException {
        if (tracer == null) {
            return body.run();
        }
        ThreadTrace trace = tracer.here();
        long start = trace.enter();
        CompletableFuture<T> future;
        try {
            future = body.run();
        } catch (Throwable e) {
            trace.leave();
            await(start, call, path, null, e, facts);
            throw e;
        }
        trace.leave();
        await(start, call, path, future, null, facts);
        return future;
    }

    private <T> void await(
            long start, Call call, Path path, CompletableFuture<T> future, Throwable failure, Consumer<Facts> facts) {
        if (start == ThreadTrace.SKIP) {
            return;
        }
        try {
            String detail = Facts.of(facts).orNull();
            if (future == null || future.isDone()) {
                completed(start, call, path, future, failure, detail);
            } else {
                var unused = future.whenComplete((value, thrown) -> completed(start, call, path, future, null, detail));
            }
        } catch (Throwable e) {
            tracer.here().lost(e);
        }
    }

    private <T> void completed(
            long start, Call call, Path path, CompletableFuture<T> future, Throwable thrown, String detail) {
        ThreadTrace trace = tracer.here();
        try {
            Throwable failure = thrown;
            T value = null;
            if (future != null) {
                try {
                    value = future.getNow(null);
                } catch (CompletionException | CancellationException e) {
                    failure = e.getCause() == null ? e : e.getCause();
                }
            }
            if (value instanceof TracedStream stream) {
                trace.record(
                        start, call, stream.ref(), stream.startOffset(), stream.lengthAtOpen(), 0, null, detail, -1);
            } else {
                FileRef file = path == null ? null : file(path);
                long result = failure == null ? resultOf(value) : -1;
                trace.record(start, call, file, null, result, failure, detail, user);
            }
        } catch (Throwable e) {
            trace.lost(e);
        }
    }

    /**
     * Runs a call and records it and its inner calls. Closing a file system deletes the files of {@code deleteOnExit}, and
     * the trace must contain these deletions.
     */
    public void around(Call call, Action action) throws IOException {
        if (tracer == null) {
            action.run();
            return;
        }
        long start = System.nanoTime();
        Throwable failure = null;
        try {
            action.run();
        } catch (Throwable e) {
            failure = e;
            throw e;
        } finally {
            ThreadTrace trace = tracer.here();
            if (trace.enter() == ThreadTrace.SKIP) {
                trace.leave();
            } else {
                trace.exit(start, call, null, null, failure == null ? 0 : -1, failure, null, user);
            }
        }
    }

    /** Runs a part of a call without recording it. */
    <T> T unrecorded(Body<T> body) throws IOException {
        if (tracer == null) {
            return body.run();
        }
        ThreadTrace trace = tracer.here();
        // Entering suppresses the recording of inner calls; leaving records nothing.
        trace.enter();
        try {
            return body.run();
        } finally {
            trace.leave();
        }
    }

    /** Records a call that took {@code nanos} ns and has just returned. */
    void record(long nanos, Call call, Path path, long result, Throwable failure) {
        if (tracer == null) {
            return;
        }
        ThreadTrace trace = tracer.here();
        if (trace.enter() == ThreadTrace.SKIP) {
            trace.leave();
            return;
        }
        long start = System.nanoTime() - nanos;
        FileRef file = null;
        try {
            file = path == null ? null : file(path);
        } catch (Throwable e) {
            start = trace.lost(e);
        }
        trace.exit(start, call, file, null, result, failure, null, user);
    }

    /** Creates a stream on an open file for the user of the file system. */
    public StreamRef stream(FileRef file) {
        file.found();
        return tracer.stream(file, user);
    }

    /** Returns the current file of a path. */
    public FileRef file(Path path) {
        return tracer.file(fileSystem, absolute(path));
    }

    /** Creates a file at a path and replaces an existing one. */
    public FileRef newFile(Path path) {
        return tracer.newFile(fileSystem, absolute(path));
    }

    /** Returns the path for the file table and for events: absolute, without scheme and authority. */
    public String absolute(Path path) {
        return (path.isUriPathAbsolute() ? path : new Path(workingDirectory.get(), path))
                .toUri()
                .getPath();
    }

    /** Updates the file table after a rename to exactly this path. */
    public void renamed(Path from, Path to) {
        update(() -> tracer.renamed(fileSystem, absolute(from), absolute(to), true));
    }

    /** Updates the file table after a rename to a path or into a directory. */
    public void renamedInto(Path from, Path to) {
        update(() -> tracer.renamed(fileSystem, absolute(from), absolute(to), false));
    }

    /** Updates the file table after a delete. */
    public void deleted(Path path) {
        update(() -> tracer.deleted(fileSystem, absolute(path)));
    }

    /**
     * Updates the file table after a concat, and records an event for each source after the first, which the event of the call
     * has.
     */
    public void concatenated(Path target, Path[] sources) {
        update(() -> {
            for (int i = 0; i < sources.length; i++) {
                if (i > 0) {
                    part(Call.CONCAT, file(target), file(sources[i]), 0, i + 1);
                }
                deleted(sources[i]);
            }
        });
    }

    /** Updates the file table after a bulk delete, and records an event for each deleted path. */
    void bulkDeleted(Collection<Path> paths) {
        update(() -> {
            int part = 0;
            for (Path path : paths) {
                part(Call.BULK_DELETE, file(path), null, 1, ++part);
                deleted(path);
            }
        });
    }

    private void part(Call call, FileRef file, FileRef other, long result, int number) {
        ThreadTrace trace = tracer.here();
        String detail = Facts.none().add("part", number).orNull();
        trace.record(trace.enterPart(), call, file, other, result, null, detail, user);
    }

    /** Updates the file table within a call that succeeded. Never throws, so that the application gets its result. */
    private void update(Runnable change) {
        if (tracer != null) {
            try {
                change.run();
            } catch (Throwable e) {
                tracer.here().lost(e);
            }
        }
    }

    private <T> T record(
            Call call, EnumSet<CreateFlag> flags, Path path, Path other, Consumer<Facts> facts, Body<T> body)
            throws IOException {
        if (tracer == null) {
            return body.run();
        }
        ThreadTrace trace = tracer.here();
        long start = trace.enter();
        if (start == ThreadTrace.SKIP) {
            try {
                return body.run();
            } finally {
                trace.leave();
            }
        }
        // The call may rename or delete the file, but its event contains the path of its start: look it up first.
        // An opening call may create a file with a new id: its event takes the file from the stream.
        FileRef file = null;
        FileRef second = null;
        try {
            boolean opens = call.kind() == Call.Kind.OPEN;
            file = opens || path == null ? null : file(path);
            second = other == null ? null : file(other);
        } catch (Throwable e) {
            start = trace.lost(e);
        }
        T value = null;
        Throwable failure = null;
        try {
            value = body.run();
            return value;
        } catch (Throwable e) {
            failure = e;
            throw e;
        } finally {
            // FileContext retries at the target of a link, and that call is recorded.
            boolean retried = failure instanceof UnresolvedLinkException && FileSystem.areSymlinksEnabled();
            if (start == ThreadTrace.SKIP || retried) {
                trace.leave();
            } else {
                recorded(trace, start, call, flags, path, file, second, value, failure, facts);
            }
        }
    }

    /** Ends a recorded call. Never throws, so that the application gets the result or exception of its call. */
    private void recorded(
            ThreadTrace trace,
            long start,
            Call call,
            EnumSet<CreateFlag> flags,
            Path path,
            FileRef file,
            FileRef other,
            Object value,
            Throwable failure,
            Consumer<Facts> facts) {
        FileRef named = file;
        StreamRef ref = null;
        String detail = null;
        long began = start;
        long offset = -1;
        long length = -1;
        long result = -1;
        Call made = call;
        try {
            Facts known = Facts.of(facts);
            if (value instanceof TracedStream stream) {
                ref = stream.ref();
                offset = stream.startOffset();
                made = flags == null ? call : creating(flags, offset);
                length = stream.lengthAtOpen();
                known.addIf("striped", stream.striped());
            } else {
                named = file != null || path == null ? file : file(path);
                learn(named, value, known);
                if (failure == null) {
                    if (named != null && Boolean.TRUE.equals(value)) {
                        named.found();
                    }
                    if (named != null && MAKES_DIRECTORY.contains(call) && !Boolean.FALSE.equals(value)) {
                        named.directory();
                    }
                    // A rename without a result throws if it changes nothing.
                    result = call == Call.RENAME && value == null ? 1 : resultOf(value);
                }
            }
            detail = known.orNull();
        } catch (Throwable e) {
            began = trace.lost(e);
        }
        if (ref != null) {
            trace.exit(began, made, ref, offset, length, 0, null, detail, -1);
        } else {
            trace.exit(began, made, named, other, result, failure, detail, user);
        }
    }

    /** Learns the identity of a file from its status. */
    public static void learn(FileRef file, HdfsFileStatus status) {
        file.found();
        file.inode(status.getFileId());
        if (status.getErasureCodingPolicy() != null) {
            FileIdentity known = file.identity();
            String policy = status.getErasureCodingPolicy().getName();
            file.identity(known.with(known.blockPool(), known.firstBlock(), policy));
        }
    }

    private static void learn(FileRef file, Object value, Facts detail) {
        if (value instanceof HdfsFileStatus status && file != null) {
            learn(file, status);
        }
        if (value instanceof FileStatus status) {
            if (file != null) {
                file.found();
                if (status.isDirectory()) {
                    file.directory();
                }
            }
            detail.add(status.isDirectory() ? "directory" : "length", status.isDirectory() ? true : status.getLen());
        }
    }

    /** Returns the {@link org.underbase.htfs.format.TraceEvent#result()} of a call that returned {@code value}. */
    static long resultOf(Object value) {
        if (value == null) {
            return 0;
        }
        if (value instanceof Boolean yes) {
            return yes ? 1 : 0;
        }
        if (value instanceof Number number) {
            return number.longValue();
        }
        if (value instanceof Object[] array) {
            return array.length;
        }
        if (value instanceof byte[] bytes) {
            return bytes.length;
        }
        if (value instanceof Collection<?> many) {
            return many.size();
        }
        if (value instanceof Map<?, ?> many) {
            return many.size();
        }
        return 1;
    }
}
