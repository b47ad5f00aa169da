package org.underbase.htfs.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.FileRange;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.record.StreamRef;
import org.underbase.htfs.record.ThreadTrace;
import org.underbase.htfs.record.Tracer;

/**
 * Recording of vectored reads: one event for the request and one for each range, with the number of the request as their
 * group. The thread that completes a range records its event, whose duration is the time from the request to the data. To
 * intercept the completion, the real stream gets ranges that delegate to the caller's ranges.
 */
final class VectoredRead {
    /** The method of the real stream. */
    @FunctionalInterface
    interface Body {
        void run(List<? extends FileRange> ranges) throws IOException;
    }

    private static final AtomicLong REQUESTS = new AtomicLong();

    private VectoredRead() {}

    static void run(Tracer tracer, StreamRef ref, List<? extends FileRange> ranges, Body body) throws IOException {
        ThreadTrace trace = tracer.here();
        long start = trace.enter(ref);
        if (start == ThreadTrace.SKIP) {
            try {
                body.run(ranges);
            } finally {
                trace.leave();
            }
            return;
        }
        long request = REQUESTS.incrementAndGet();
        List<? extends FileRange> watched = ranges;
        long bytes = 0;
        try {
            bytes = bytes(ranges);
            watched = watch(tracer, ref, ranges, start, request);
        } catch (Throwable e) {
            start = trace.lost(e);
        }
        Throwable failure = null;
        try {
            body.run(watched);
        } catch (Throwable e) {
            failure = e;
            throw e;
        } finally {
            int count = failure != null ? -1 : watched == null ? 0 : watched.size();
            trace.exit(start, Call.READ_VECTORED, ref, -1, bytes, count, failure, null, request);
        }
    }

    /** Wraps the ranges; leaves an invalid list to the real stream, which throws its own exception. */
    private static List<? extends FileRange> watch(
            Tracer tracer, StreamRef ref, List<? extends FileRange> ranges, long start, long request) {
        if (ranges == null) {
            return null;
        }
        List<FileRange> watched = new ArrayList<>(ranges.size());
        for (FileRange range : ranges) {
            if (range == null) {
                return ranges;
            }
            watched.add(new WatchedRange(range, tracer, ref, start, request));
        }
        return watched;
    }

    private static long bytes(List<? extends FileRange> ranges) {
        long bytes = 0;
        if (ranges != null) {
            for (FileRange range : ranges) {
                bytes += range == null ? 0 : range.getLength();
            }
        }
        return bytes;
    }

    private static final class WatchedRange implements FileRange {
        private final FileRange real;
        private final Tracer tracer;
        private final StreamRef ref;
        private final long start;
        private final long request;

        WatchedRange(FileRange real, Tracer tracer, StreamRef ref, long start, long request) {
            this.real = real;
            this.tracer = tracer;
            this.ref = ref;
            this.start = start;
            this.request = request;
        }

        @Override
        public void setData(CompletableFuture<ByteBuffer> data) {
            real.setData(data);
            if (data != null) {
                ThreadTrace trace = tracer.here();
                try {
                    long offset = real.getOffset();
                    long length = real.getLength();
                    // The application may already read the buffer: its length is that of the range, by contract.
                    var unused = data.whenComplete((buffer, failure) -> tracer.here()
                            .record(
                                    start,
                                    Call.READ_RANGE,
                                    ref,
                                    offset,
                                    length,
                                    buffer == null ? -1 : length,
                                    failure,
                                    null,
                                    request));
                } catch (Throwable e) {
                    trace.lost(e);
                }
            }
        }

        @Override
        public CompletableFuture<ByteBuffer> getData() {
            return real.getData();
        }

        @Override
        public long getOffset() {
            return real.getOffset();
        }

        @Override
        public int getLength() {
            return real.getLength();
        }

        @Override
        public Object getReference() {
            return real.getReference();
        }

        @Override
        public String toString() {
            return real.toString();
        }
    }
}
