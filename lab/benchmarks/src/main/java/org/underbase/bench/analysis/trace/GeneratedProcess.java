package org.underbase.bench.analysis.trace;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.SegmentHeader;
import org.underbase.htfs.format.TraceWriter;

/** Trace of one process. Each call takes some time. */
final class GeneratedProcess implements Closeable {
    /** The start of the traces: 2026-01-01 00:00 UTC. */
    private static final long START_NANOS = 1_767_225_600_000_000_000L;

    /** The average time between two calls of a process, in nanoseconds; the paper's traces have 806 calls/s per machine. */
    private static final int PACE = 1_240_000;

    private static final long PID = 4242;

    private final TraceWriter writer;
    private final SplittableRandom random;
    private long now = START_NANOS;
    private long events;

    GeneratedProcess(Path dir, String host, String label, SplittableRandom random) throws IOException {
        this.writer =
                new TraceWriter(dir, SegmentHeader.of(host, PID, START_NANOS / 1_000_000 - 60_000, "hbase", label));
        this.random = random;
    }

    long events() {
        return events;
    }

    long nanos() {
        return now;
    }

    /** Lets the clock pass a time. */
    void at(long nanos) {
        now = Math.max(now, nanos);
    }

    /** Writes a call by path that moves no bytes. */
    void call(String thread, Call call, GeneratedFile file, String path, String other, String detail)
            throws IOException {
        write(thread, call, file, path, other, -1, -1, -1, 1, detail);
    }

    /** Writes a call on a stream. */
    void stream(String thread, Call call, GeneratedFile file, String path, long stream, long offset, long bytes)
            throws IOException {
        write(thread, call, file, path, "", stream, offset, bytes, Math.max(0, bytes), "");
    }

    /** Writes a call that opens or creates a file. */
    void open(String thread, Call call, GeneratedFile file, String path, long stream, String detail)
            throws IOException {
        write(thread, call, file, path, "", stream, 0, call == Call.OPEN ? file.size() : -1, 0, detail);
    }

    private void write(
            String thread,
            Call call,
            GeneratedFile file,
            String path,
            String other,
            long stream,
            long offset,
            long length,
            long result,
            String detail)
            throws IOException {
        now += random.nextInt(2 * PACE);
        long took = 1_000L + random.nextInt(1 << random.nextInt(22));
        writer.write(
                new GeneratedEvent(now, took, call, thread, file, path, other, stream, offset, length, result, detail));
        events++;
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
