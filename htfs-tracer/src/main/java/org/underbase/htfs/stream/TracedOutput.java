package org.underbase.htfs.stream;

import java.io.IOException;
import java.io.OutputStream;
import java.util.function.Supplier;
import org.apache.hadoop.fs.Abortable;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.record.StreamRef;
import org.underbase.htfs.record.ThreadTrace;
import org.underbase.htfs.record.Tracer;

/**
 * Recorder of the writes of a traced {@link FSDataOutputStream}. It is the {@code out} of the traced stream's {@link
 * java.io.FilterOutputStream}, so that it also receives the writes of the final methods of {@link
 * java.io.DataOutputStream}. The real stream counts the bytes in the file system's statistics.
 *
 * <p>As thread-safe as the real stream.
 */
public final class TracedOutput extends OutputStream {
    /** Position of a call whose event was counted as lost. */
    private static final long LOST = Long.MIN_VALUE;

    private final FSDataOutputStream real;
    private final Tracer tracer;
    private final StreamRef ref;
    private final Supplier<String> closingFacts;

    /**
     * Creates the recorder of a stream.
     *
     * @param real the real stream
     * @param tracer the tracer
     * @param ref id of the stream in events
     * @param closingFacts supplier of the detail of the close event; may return null
     */
    public TracedOutput(FSDataOutputStream real, Tracer tracer, StreamRef ref, Supplier<String> closingFacts) {
        this.real = real;
        this.tracer = tracer;
        this.ref = ref;
        this.closingFacts = closingFacts;
    }

    /** Returns the id of the stream in events. */
    public StreamRef ref() {
        return ref;
    }

    @Override
    public void write(int b) throws IOException {
        ThreadTrace trace = tracer.here();
        long start = trace.enter(ref);
        if (start == ThreadTrace.SKIP) {
            try {
                real.write(b);
            } finally {
                trace.leave();
            }
            return;
        }
        long at = position(trace);
        start = at == LOST ? ThreadTrace.SKIP : start;
        try {
            real.write(b);
        } catch (Throwable e) {
            failed(trace, start, at, 1, e);
            throw e;
        }
        trace.exit(start, Call.WRITE, ref, at, 1, 1);
    }

    @Override
    public void write(byte[] bytes, int off, int len) throws IOException {
        ThreadTrace trace = tracer.here();
        long start = trace.enter(ref);
        if (start == ThreadTrace.SKIP) {
            try {
                real.write(bytes, off, len);
            } finally {
                trace.leave();
            }
            return;
        }
        long at = position(trace);
        start = at == LOST ? ThreadTrace.SKIP : start;
        try {
            real.write(bytes, off, len);
        } catch (Throwable e) {
            failed(trace, start, at, len, e);
            throw e;
        }
        trace.exit(start, Call.WRITE, ref, at, len, len);
    }

    @Override
    public void flush() throws IOException {
        sync(Call.FLUSH, null, real::flush);
    }

    /** Makes the written bytes visible to readers. */
    public void hflush() throws IOException {
        sync(Call.HFLUSH, null, real::hflush);
    }

    /** Makes the written bytes durable. */
    public void hsync() throws IOException {
        sync(Call.HSYNC, null, real::hsync);
    }

    /** Runs and records a sync of the real stream with parameters. */
    public void sync(Call call, String detail, SyncAction action) throws IOException {
        ThreadTrace trace = tracer.here();
        long start = trace.enter(ref);
        if (start == ThreadTrace.SKIP) {
            try {
                action.run();
            } finally {
                trace.leave();
            }
            return;
        }
        long at = position(trace);
        start = at == LOST ? ThreadTrace.SKIP : start;
        Throwable failure = null;
        try {
            action.run();
        } catch (Throwable e) {
            failure = e;
            throw e;
        } finally {
            trace.exit(start, call, ref, at, -1, failure == null ? 0 : -1, failure, detail, -1);
        }
    }

    /** A call that makes bytes visible or durable. */
    @FunctionalInterface
    public interface SyncAction {
        void run() throws IOException;
    }

    /** Aborts the file if the real stream supports it. */
    public Abortable.AbortableResult abort() {
        Abortable.AbortableResult[] result = new Abortable.AbortableResult[1];
        StreamCalls.local(tracer, Call.ABORT, ref, real::getPos, -1, () -> result[0] = real.abort());
        return result[0];
    }

    /** Sets the caching hint of the real stream. */
    public void setDropBehind(Boolean dropBehind) throws IOException {
        StreamCalls.run(
                tracer,
                Call.SET_DROP_BEHIND,
                ref,
                real::getPos,
                -1,
                () -> "dropBehind=" + dropBehind,
                () -> real.setDropBehind(dropBehind));
    }

    /** Runs and records a query of the real stream. */
    public long query(Call call, Query query) throws IOException {
        return StreamCalls.call(tracer, call, ref, real::getPos, -1, null, query::run);
    }

    /** A query with a number as its result. */
    @FunctionalInterface
    public interface Query {
        long run() throws IOException;
    }

    @Override
    public void close() throws IOException {
        StreamCalls.close(tracer, Call.CLOSE_OUTPUT, ref, real::getPos, closingFacts, real::close);
    }

    @Override
    public String toString() {
        return real.toString();
    }

    /** Returns the position, or {@link #LOST}. Never throws: the real stream decides the outcome of the call. */
    private long position(ThreadTrace trace) {
        try {
            return real.getPos();
        } catch (Throwable e) {
            trace.lost(e);
            return LOST;
        }
    }

    private void failed(ThreadTrace trace, long start, long at, long len, Throwable failure) {
        trace.exit(start, Call.WRITE, ref, at, len, -1, failure, null, -1);
    }
}
