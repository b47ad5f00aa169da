package org.underbase.htfs.call;

import java.io.IOException;
import java.net.URI;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
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
        return record(call, path, null, facts, body);
    }

    /** Runs a call on two paths and records it. */
    public <T> T call(Call call, Path path, Path other, Consumer<Facts> facts, Body<T> body) throws IOException {
        return record(call, path, other, facts, body);
    }

    /** Runs a call on two paths without a result and records it. */
    public void run(Call call, Path path, Path other, Consumer<Facts> facts, Action action) throws IOException {
        record(call, path, other, facts, () -> {
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
            return record(call, path, null, facts, body::get);
        } catch (IOException e) {
            throw new AssertionError("a supplier threw a checked exception", e);
        }
    }

    /**
     * Runs a call that completes with a future and records it at its completion: at once if the future is complete,
     * otherwise on the thread that completes it. The future is returned unchanged.
     */
    public <T> CompletableFuture<T> future(Call call, Path path, Consumer<Facts> facts, Body<CompletableFuture<T>> body)
            throws IOException {
        if (tracer == null) {
            return body.run();
        }
        ThreadTrace trace = tracer.here();
        long start = trace.enter();
        CompletableFuture<T> future = null;
        Throwable failure = null;
        try {
            future = body.run();
            return future;
        } catch (Throwable e) {
            failure = e;
            throw e;
        } finally {
            if (start == ThreadTrace.SKIP) {
                trace.leave();
            } else {
                Facts detail = Facts.none();
                facts.accept(detail);
                detail.addCaller();
                if (future == null || future.isDone()) {
                    ended(trace, start, call, path, future, failure, detail);
                } else {
                    trace.leave();
                    CompletableFuture<T> pending = future;
                    var unused = pending.whenComplete((value, thrown) -> {
                        ThreadTrace completing = tracer.here();
                        // The completing thread may be inside another recorded call; then this call is not recorded.
                        boolean record = completing.enter() != ThreadTrace.SKIP;
                        ended(completing, record ? start : ThreadTrace.SKIP, call, path, pending, null, detail);
                    });
                }
            }
        }
    }

    private <T> void ended(
            ThreadTrace trace,
            long start,
            Call call,
            Path path,
            CompletableFuture<T> future,
            Throwable thrown,
            Facts detail) {
        Throwable failure = thrown;
        T value = null;
        if (future != null) {
            try {
                value = future.getNow(null);
            } catch (CompletionException | CancellationException e) {
                failure = e.getCause() == null ? e : e.getCause();
            }
        }
        if (start == ThreadTrace.SKIP) {
            trace.leave();
        } else if (value instanceof TracedStream stream) {
            opened(trace, start, call, stream, detail);
        } else {
            FileRef file = path == null ? null : file(path);
            trace.exit(start, call, file, null, failure == null ? resultOf(value) : -1, failure, detail.orNull(), user);
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
        } else {
            FileRef file = path == null ? null : file(path);
            trace.exit(System.nanoTime() - nanos, call, file, null, result, failure, null, user);
        }
    }

    /** Creates a stream on a file for the user of the file system. */
    public StreamRef stream(FileRef file) {
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

    /** Updates the file table after a rename. */
    public void renamed(Path from, Path to) {
        if (tracer != null) {
            tracer.renamed(fileSystem, absolute(from), absolute(to));
        }
    }

    /** Updates the file table after a delete. */
    public void deleted(Path path) {
        if (tracer != null) {
            tracer.deleted(fileSystem, absolute(path));
        }
    }

    private <T> T record(Call call, Path path, Path other, Consumer<Facts> facts, Body<T> body) throws IOException {
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
        boolean opens = call.kind() == Call.Kind.OPEN;
        FileRef file = opens || path == null ? null : file(path);
        FileRef second = other == null ? null : file(other);
        T value = null;
        Throwable failure = null;
        try {
            value = body.run();
            return value;
        } catch (Throwable e) {
            failure = e;
            throw e;
        } finally {
            if (failure instanceof UnresolvedLinkException && FileSystem.areSymlinksEnabled()) {
                // FileContext retries at the target of the link, and that call is recorded.
                trace.leave();
            } else {
                recorded(trace, start, call, path, file, second, value, failure, facts);
            }
        }
    }

    private void recorded(
            ThreadTrace trace,
            long start,
            Call call,
            Path path,
            FileRef file,
            FileRef other,
            Object value,
            Throwable failure,
            Consumer<Facts> facts) {
        Facts detail = Facts.none();
        facts.accept(detail);
        detail.addCaller();
        if (value instanceof TracedStream stream) {
            opened(trace, start, call, stream, detail);
        } else {
            FileRef named = file != null || path == null ? file : file(path);
            learn(named, value, detail);
            long result = failure == null ? resultOf(value) : -1;
            trace.exit(start, call, named, other, result, failure, detail.orNull(), user);
        }
    }

    private void opened(ThreadTrace trace, long start, Call call, TracedStream stream, Facts detail) {
        StreamRef ref = stream.ref();
        trace.exit(start, call, ref, stream.startOffset(), stream.lengthAtOpen(), 0, null, detail.orNull(), -1);
    }

    private static void learn(FileRef file, Object value, Facts detail) {
        if (value instanceof HdfsFileStatus status && file != null) {
            file.inode(status.getFileId());
            if (status.getErasureCodingPolicy() != null) {
                FileIdentity known = file.identity();
                String policy = status.getErasureCodingPolicy().getName();
                file.identity(known.with(known.blockPool(), known.firstBlock(), policy));
            }
        }
        if (value instanceof FileStatus status) {
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
