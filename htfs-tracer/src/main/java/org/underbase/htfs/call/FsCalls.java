package org.underbase.htfs.call;

import java.io.IOException;
import java.util.Collection;
import java.util.Map;
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
import org.underbase.htfs.record.FileRef;
import org.underbase.htfs.record.StreamRef;
import org.underbase.htfs.record.ThreadTrace;
import org.underbase.htfs.record.Tracer;
import org.underbase.htfs.stream.TracedStream;

/**
 * Records the calls of one file system object. A call made while the same thread is inside another recorded call is run
 * and not recorded: one call of the user is one event. A call that throws is an event with the class of what it threw.
 * Neither results nor exceptions are touched, and nothing here asks the file system anything.
 *
 * <p>Thread-safe.
 */
public final class FsCalls {
    /** A call that returns something. */
    @FunctionalInterface
    public interface Body<T> {
        T run() throws IOException;
    }

    /** A call that returns nothing. */
    @FunctionalInterface
    public interface Action {
        void run() throws IOException;
    }

    private final Tracer tracer;
    private final String user;
    private final Supplier<Path> workingDirectory;

    /**
     * @param user the user the file system acts for
     * @param workingDirectory what relative paths are relative to
     */
    public FsCalls(Tracer tracer, String user, Supplier<Path> workingDirectory) {
        this.tracer = tracer;
        this.user = tracer == null || user.equals(tracer.owner()) ? null : user;
        this.workingDirectory = workingDirectory;
    }

    /** For a file system that is not initialized: runs every call and records none. */
    public static FsCalls none() {
        return new FsCalls(null, "", () -> null);
    }

    /** The tracer of this process. */
    public Tracer tracer() {
        return tracer;
    }

    /** Runs a call without a path. */
    public <T> T call(Call call, Body<T> body) throws IOException {
        return record(call, null, null, null, body);
    }

    /** Runs a call on {@code path}, which may be null where the file system takes null. */
    public <T> T call(Call call, Path path, Body<T> body) throws IOException {
        return record(call, path, null, null, body);
    }

    /** Runs a call on {@code path} and tells {@code facts}, which is asked only when the call is recorded. */
    public <T> T call(Call call, Path path, Consumer<Facts> facts, Body<T> body) throws IOException {
        return record(call, path, null, facts, body);
    }

    /** Runs a call on two paths. */
    public <T> T call(Call call, Path path, Path other, Consumer<Facts> facts, Body<T> body) throws IOException {
        return record(call, path, other, facts, body);
    }

    /** Runs a call without a path that returns nothing. */
    public void run(Call call, Action action) throws IOException {
        run(call, null, null, null, action);
    }

    /** Runs a call on {@code path} that returns nothing. */
    public void run(Call call, Path path, Action action) throws IOException {
        run(call, path, null, null, action);
    }

    /** Runs a call on {@code path} that returns nothing and tells {@code facts}. */
    public void run(Call call, Path path, Consumer<Facts> facts, Action action) throws IOException {
        run(call, path, null, facts, action);
    }

    /** Runs a call on two paths that returns nothing. */
    public void run(Call call, Path path, Path other, Consumer<Facts> facts, Action action) throws IOException {
        record(call, path, other, facts, () -> {
            action.run();
            return null;
        });
    }

    /**
     * Runs a call that declares no {@link IOException}.
     *
     * @param facts what to tell, or null
     */
    public <T> T local(Call call, Path path, Consumer<Facts> facts, Supplier<T> body) {
        try {
            return record(call, path, null, facts, body::get);
        } catch (IOException e) {
            throw new AssertionError("a supplier threw a checked exception", e);
        }
    }

    /**
     * Runs a call that is done when a future is, and records it then: at once where the file system works in the
     * caller's thread, else by the thread that completes the future. The future is handed on as it is.
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
                Facts told = Facts.none();
                facts.accept(told);
                told.addCaller();
                if (future == null || future.isDone()) {
                    ended(trace, start, call, path, future, failure, told);
                } else {
                    trace.leave();
                    CompletableFuture<T> pending = future;
                    var unused = pending.whenComplete((value, thrown) -> {
                        ThreadTrace completing = tracer.here();
                        // The thread may be inside a call of its own: then the tracer has no room for this one.
                        boolean record = completing.enter() != ThreadTrace.SKIP;
                        ended(completing, record ? start : ThreadTrace.SKIP, call, path, pending, null, told);
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
            Facts told) {
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
            opened(trace, start, call, stream, told);
        } else {
            FileRef file = path == null ? null : tracer.file(absolute(path));
            trace.exit(start, call, file, null, failure == null ? resultOf(value) : -1, failure, told.orNull(), user);
        }
    }

    /**
     * Runs a call whose parts are recorded as the calls they are, and itself besides: closing a file system deletes what
     * {@code deleteOnExit} was asked to, and the trace must tell those deletions.
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

    /** Runs part of a call that is recorded in another way. */
    <T> T unrecorded(Body<T> body) throws IOException {
        if (tracer == null) {
            return body.run();
        }
        ThreadTrace trace = tracer.here();
        // Entering hides what the part is made of; leaving records nothing.
        trace.enter();
        try {
            return body.run();
        } finally {
            trace.leave();
        }
    }

    /** Records a call that took {@code nanos} and ends now. */
    void record(long nanos, Call call, Path path, long result, Throwable failure) {
        if (tracer == null) {
            return;
        }
        ThreadTrace trace = tracer.here();
        if (trace.enter() == ThreadTrace.SKIP) {
            trace.leave();
        } else {
            FileRef file = path == null ? null : tracer.file(absolute(path));
            trace.exit(System.nanoTime() - nanos, call, file, null, result, failure, null, user);
        }
    }

    /** A new stream on {@code file}, for the user the file system acts for. */
    public StreamRef stream(FileRef file) {
        return tracer.stream(file, user);
    }

    /** The same path for the tracer's table of files and for events: absolute, without scheme and authority. */
    public String absolute(Path path) {
        return (path.isUriPathAbsolute() ? path : new Path(workingDirectory.get(), path))
                .toUri()
                .getPath();
    }

    /** Tells the table of files that {@code from} now is {@code to}. */
    public void renamed(Path from, Path to) {
        if (tracer != null) {
            tracer.renamed(absolute(from), absolute(to));
        }
    }

    /** Tells the table of files that {@code path} is gone. */
    public void deleted(Path path) {
        if (tracer != null) {
            tracer.deleted(absolute(path));
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
        // A call may rename or delete the file: the event tells what it was when the call was made.
        // What opens a file is told with the stream, and may make a file of a new identity.
        boolean opens = call.kind() == Call.Kind.OPEN;
        FileRef file = opens || path == null ? null : tracer.file(absolute(path));
        FileRef second = other == null ? null : tracer.file(absolute(other));
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
                // FileContext tries again at the link's target, and that is the call to tell.
                trace.leave();
            } else {
                told(trace, start, call, path, file, second, value, failure, facts);
            }
        }
    }

    private void told(
            ThreadTrace trace,
            long start,
            Call call,
            Path path,
            FileRef file,
            FileRef other,
            Object value,
            Throwable failure,
            Consumer<Facts> facts) {
        Facts told = Facts.none();
        if (facts != null) {
            facts.accept(told);
        }
        told.addCaller();
        if (value instanceof TracedStream stream) {
            opened(trace, start, call, stream, told);
        } else {
            FileRef named = file != null || path == null ? file : tracer.file(absolute(path));
            learn(named, value, told);
            long result = failure == null ? resultOf(value) : -1;
            trace.exit(start, call, named, other, result, failure, told.orNull(), user);
        }
    }

    private void opened(ThreadTrace trace, long start, Call call, TracedStream stream, Facts told) {
        StreamRef ref = stream.ref();
        trace.exit(start, call, ref, stream.startOffset(), stream.lengthAtOpen(), 0, null, told.orNull(), -1);
    }

    private static void learn(FileRef file, Object value, Facts told) {
        if (value instanceof HdfsFileStatus status && file != null) {
            file.inode(status.getFileId());
        }
        if (value instanceof FileStatus status) {
            told.add(status.isDirectory() ? "directory" : "length", status.isDirectory() ? true : status.getLen());
        }
    }

    /** What {@link org.underbase.htfs.format.TraceEvent#result()} says of a call that returned {@code value}. */
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
