package org.underbase.htfs.stream;

import java.io.FileDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.apache.hadoop.fs.ByteBufferPositionedReadable;
import org.apache.hadoop.fs.ByteBufferReadable;
import org.apache.hadoop.fs.CanSetDropBehind;
import org.apache.hadoop.fs.CanSetReadahead;
import org.apache.hadoop.fs.CanUnbuffer;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.HasEnhancedByteBufferAccess;
import org.apache.hadoop.fs.HasFileDescriptor;
import org.apache.hadoop.fs.PositionedReadable;
import org.apache.hadoop.fs.ReadOption;
import org.apache.hadoop.fs.Seekable;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsSource;
import org.apache.hadoop.io.ByteBufferPool;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.record.StreamRef;
import org.underbase.htfs.record.ThreadTrace;
import org.underbase.htfs.record.Tracer;

/**
 * Recorder of the reads of a traced {@link FSDataInputStream}. It is the {@code in} of the traced stream's {@link
 * java.io.FilterInputStream}, so that it also receives the reads of the final methods of {@link java.io.DataInputStream}.
 * Each method calls the real stream, which decides whether the call is supported.
 *
 * <p>As thread-safe as the real stream.
 */
public final class TracedInput extends InputStream
        implements Seekable,
                PositionedReadable,
                ByteBufferReadable,
                ByteBufferPositionedReadable,
                HasFileDescriptor,
                CanSetDropBehind,
                CanSetReadahead,
                HasEnhancedByteBufferAccess,
                CanUnbuffer,
                StreamCapabilities,
                IOStatisticsSource {
    /** Position of a call whose event was counted as lost. */
    private static final long LOST = Long.MIN_VALUE;

    private final FSDataInputStream real;
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
    public TracedInput(FSDataInputStream real, Tracer tracer, StreamRef ref, Supplier<String> closingFacts) {
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
    public int read() throws IOException {
        ThreadTrace trace = tracer.here();
        long start = trace.enter(ref);
        if (start == ThreadTrace.SKIP) {
            try {
                return real.read();
            } finally {
                trace.leave();
            }
        }
        long at = position(trace);
        start = at == LOST ? ThreadTrace.SKIP : start;
        int value;
        try {
            value = real.read();
        } catch (Throwable e) {
            failed(trace, start, Call.READ, at, 1, e);
            throw e;
        }
        trace.exit(start, Call.READ, ref, at, 1, value < 0 ? -1 : 1);
        return value;
    }

    @Override
    public int read(byte[] buffer, int off, int len) throws IOException {
        ThreadTrace trace = tracer.here();
        long start = trace.enter(ref);
        if (start == ThreadTrace.SKIP) {
            try {
                return real.read(buffer, off, len);
            } finally {
                trace.leave();
            }
        }
        long at = position(trace);
        start = at == LOST ? ThreadTrace.SKIP : start;
        int count;
        try {
            count = real.read(buffer, off, len);
        } catch (Throwable e) {
            failed(trace, start, Call.READ, at, len, e);
            throw e;
        }
        trace.exit(start, Call.READ, ref, at, len, count);
        return count;
    }

    @Override
    public int read(long at, byte[] buffer, int off, int len) throws IOException {
        ThreadTrace trace = tracer.here();
        long start = trace.enter(ref);
        if (start == ThreadTrace.SKIP) {
            try {
                return real.read(at, buffer, off, len);
            } finally {
                trace.leave();
            }
        }
        int count;
        try {
            count = real.read(at, buffer, off, len);
        } catch (Throwable e) {
            failed(trace, start, Call.PREAD, at, len, e);
            throw e;
        }
        trace.exit(start, Call.PREAD, ref, at, len, count);
        return count;
    }

    @Override
    public void readFully(long at, byte[] buffer, int off, int len) throws IOException {
        ThreadTrace trace = tracer.here();
        long start = trace.enter(ref);
        if (start == ThreadTrace.SKIP) {
            try {
                real.readFully(at, buffer, off, len);
            } finally {
                trace.leave();
            }
            return;
        }
        try {
            real.readFully(at, buffer, off, len);
        } catch (Throwable e) {
            failed(trace, start, Call.READ_FULLY, at, len, e);
            throw e;
        }
        trace.exit(start, Call.READ_FULLY, ref, at, len, len);
    }

    @Override
    public void readFully(long at, byte[] buffer) throws IOException {
        readFully(at, buffer, 0, buffer.length);
    }

    @Override
    public int read(ByteBuffer buffer) throws IOException {
        ThreadTrace trace = tracer.here();
        long start = trace.enter(ref);
        if (start == ThreadTrace.SKIP) {
            try {
                return real.read(buffer);
            } finally {
                trace.leave();
            }
        }
        long at = position(trace);
        start = at == LOST ? ThreadTrace.SKIP : start;
        int wanted = remaining(buffer);
        int count;
        try {
            count = real.read(buffer);
        } catch (Throwable e) {
            failed(trace, start, Call.READ_BYTE_BUFFER, at, wanted, e);
            throw e;
        }
        trace.exit(start, Call.READ_BYTE_BUFFER, ref, at, wanted, count);
        return count;
    }

    @Override
    public int read(long at, ByteBuffer buffer) throws IOException {
        ThreadTrace trace = tracer.here();
        long start = trace.enter(ref);
        if (start == ThreadTrace.SKIP) {
            try {
                return real.read(at, buffer);
            } finally {
                trace.leave();
            }
        }
        int wanted = remaining(buffer);
        int count;
        try {
            count = real.read(at, buffer);
        } catch (Throwable e) {
            failed(trace, start, Call.PREAD_BYTE_BUFFER, at, wanted, e);
            throw e;
        }
        trace.exit(start, Call.PREAD_BYTE_BUFFER, ref, at, wanted, count);
        return count;
    }

    @Override
    public void readFully(long at, ByteBuffer buffer) throws IOException {
        ThreadTrace trace = tracer.here();
        long start = trace.enter(ref);
        if (start == ThreadTrace.SKIP) {
            try {
                real.readFully(at, buffer);
            } finally {
                trace.leave();
            }
            return;
        }
        int wanted = remaining(buffer);
        try {
            real.readFully(at, buffer);
        } catch (Throwable e) {
            failed(trace, start, Call.READ_FULLY_BYTE_BUFFER, at, wanted, e);
            throw e;
        }
        trace.exit(start, Call.READ_FULLY_BYTE_BUFFER, ref, at, wanted, wanted);
    }

    @Override
    public ByteBuffer read(ByteBufferPool pool, int maxLength, EnumSet<ReadOption> options) throws IOException {
        ThreadTrace trace = tracer.here();
        long start = trace.enter(ref);
        if (start == ThreadTrace.SKIP) {
            try {
                return real.read(pool, maxLength, options);
            } finally {
                trace.leave();
            }
        }
        long at = position(trace);
        start = at == LOST ? ThreadTrace.SKIP : start;
        ByteBuffer buffer;
        try {
            buffer = real.read(pool, maxLength, options);
        } catch (Throwable e) {
            failed(trace, start, Call.READ_ZERO_COPY, at, maxLength, e);
            throw e;
        }
        trace.exit(start, Call.READ_ZERO_COPY, ref, at, maxLength, buffer == null ? -1 : buffer.remaining());
        return buffer;
    }

    @Override
    public void readVectored(List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate) throws IOException {
        VectoredRead.run(tracer, ref, ranges, watched -> real.readVectored(watched, allocate));
    }

    @Override
    public void readVectored(
            List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate, Consumer<ByteBuffer> release)
            throws IOException {
        VectoredRead.run(tracer, ref, ranges, watched -> real.readVectored(watched, allocate, release));
    }

    @Override
    public void seek(long target) throws IOException {
        ThreadTrace trace = tracer.here();
        long start = trace.enter(ref);
        if (start == ThreadTrace.SKIP) {
            try {
                real.seek(target);
            } finally {
                trace.leave();
            }
            return;
        }
        try {
            real.seek(target);
        } catch (Throwable e) {
            failed(trace, start, Call.SEEK, target, -1, e);
            throw e;
        }
        trace.exit(start, Call.SEEK, ref, target, -1, 0);
    }

    @Override
    public long skip(long count) throws IOException {
        return StreamCalls.call(tracer, Call.SKIP, ref, this::position, count, null, () -> real.skip(count));
    }

    @Override
    public boolean seekToNewSource(long target) throws IOException {
        return StreamCalls.call(
                        tracer,
                        Call.SEEK_TO_NEW_SOURCE,
                        ref,
                        () -> target,
                        -1,
                        null,
                        () -> real.seekToNewSource(target) ? 1 : 0)
                == 1;
    }

    @Override
    public int available() throws IOException {
        return (int) StreamCalls.call(tracer, Call.AVAILABLE, ref, this::position, -1, null, real::available);
    }

    // Not synchronized, unlike the inherited methods: the real stream synchronizes if necessary.
    @Override
    public void mark(int limit) {
        StreamCalls.local(tracer, Call.MARK, ref, this::position, limit, () -> real.mark(limit));
    }

    @Override
    public void reset() throws IOException {
        StreamCalls.run(tracer, Call.RESET, ref, this::position, -1, null, real::reset);
    }

    @Override
    public boolean markSupported() {
        return real.markSupported();
    }

    @Override
    public void releaseBuffer(ByteBuffer buffer) {
        StreamCalls.local(tracer, Call.RELEASE_BUFFER, ref, () -> -1, -1, () -> real.releaseBuffer(buffer));
    }

    @Override
    public void setReadahead(Long readahead) throws IOException {
        long bytes = readahead == null ? -1 : readahead;
        StreamCalls.run(
                tracer, Call.SET_READAHEAD, ref, this::position, bytes, null, () -> real.setReadahead(readahead));
    }

    @Override
    public void setDropBehind(Boolean dropBehind) throws IOException {
        StreamCalls.run(
                tracer,
                Call.SET_DROP_BEHIND,
                ref,
                this::position,
                -1,
                () -> "dropBehind=" + dropBehind,
                () -> real.setDropBehind(dropBehind));
    }

    @Override
    public void unbuffer() {
        StreamCalls.local(tracer, Call.UNBUFFER, ref, this::position, -1, real::unbuffer);
    }

    @Override
    public FileDescriptor getFileDescriptor() throws IOException {
        FileDescriptor[] found = new FileDescriptor[1];
        StreamCalls.run(
                tracer, Call.GET_FILE_DESCRIPTOR, ref, () -> -1, -1, null, () -> found[0] = real.getFileDescriptor());
        return found[0];
    }

    @Override
    public void close() throws IOException {
        StreamCalls.close(tracer, Call.CLOSE_INPUT, ref, this::position, closingFacts, real::close);
    }

    @Override
    public long getPos() throws IOException {
        return real.getPos();
    }

    @Override
    public int minSeekForVectorReads() {
        return real.minSeekForVectorReads();
    }

    @Override
    public int maxReadSizeForVectorReads() {
        return real.maxReadSizeForVectorReads();
    }

    @Override
    public boolean hasCapability(String capability) {
        return real.hasCapability(capability);
    }

    @Override
    public IOStatistics getIOStatistics() {
        return real.getIOStatistics();
    }

    @Override
    public String toString() {
        return real.toString();
    }

    /** Returns the position, or -1 if the stream throws; then the recorded call throws the same exception. */
    private long position() {
        try {
            return real.getPos();
        } catch (IOException | RuntimeException e) {
            return -1;
        }
    }

    /** Returns the position, -1 as {@link #position()}, or {@link #LOST}. Never throws. */
    private long position(ThreadTrace trace) {
        try {
            return position();
        } catch (Throwable e) {
            trace.lost(e);
            return LOST;
        }
    }

    private void failed(ThreadTrace trace, long start, Call call, long at, long len, Throwable failure) {
        trace.exit(start, call, ref, at, len, -1, failure, null, -1);
    }

    private static int remaining(ByteBuffer buffer) {
        return buffer == null ? -1 : buffer.remaining();
    }
}
