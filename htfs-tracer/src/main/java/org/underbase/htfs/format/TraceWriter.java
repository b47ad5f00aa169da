package org.underbase.htfs.format;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;

/**
 * Writer of the trace of one process whose events come from another source than the tracer. It writes ordinary
 * segments, which all readers accept. The events can come in any order: a block orders its events by start. It holds one
 * block of events in memory. The same events give the same files. A segment with an end mark is on the disk; after a crash,
 * a reader returns the written blocks. Not thread-safe.
 */
public final class TraceWriter implements Closeable {
    /** Prefix of the label of a process whose events come from another format; the name of the format follows. */
    public static final String IMPORTED = "imported=";

    /** Default number of events of a block. */
    public static final int BLOCK_EVENTS = 1 << 15;

    /** Default maximum size of a segment, in bytes. */
    public static final long SEGMENT_BYTES = 128L << 20;

    private static final int LEVEL = 6;

    private final Path dir;
    private final SegmentHeader process;
    private final long segmentBytes;
    private final BlockBuilder block;
    private final BlockEncoder encoder;
    private final Map<Target, Integer> targets = new HashMap<>();

    /** Earliest start and latest end of the events in the last block, in nanoseconds since the epoch. */
    private long earliest;

    private long latest;

    private long sampling = BlockHeader.ALL;
    private FileChannel channel;
    private int segment;
    private int next;
    private int blocks;
    private long size;
    private long bytes;
    private boolean broken;
    private boolean closed;

    private record Target(long stream, long file, String path, long inode, FileIdentity identity) {}

    /**
     * Creates a writer with blocks and segments of the default size. It creates a file at the first full block.
     *
     * @param dir existing directory of the segments
     * @param process header that {@link SegmentHeader#of} creates
     * @throws IOException if the native library for the compression cannot be loaded
     */
    public TraceWriter(Path dir, SegmentHeader process) throws IOException {
        this(dir, process, BLOCK_EVENTS, SEGMENT_BYTES);
    }

    /**
     * Creates a writer.
     *
     * @param dir existing directory of the segments
     * @param process header that {@link SegmentHeader#of} creates; its sequence is that of the first segment
     * @param blockEvents maximum number of events of a block, 1 to 131,072
     * @param segmentBytes maximum size of a segment in bytes; a segment has at least one block
     * @throws IOException if the native library for the compression cannot be loaded
     */
    public TraceWriter(Path dir, SegmentHeader process, int blockEvents, long segmentBytes) throws IOException {
        BlockEncoder.load();
        this.dir = dir;
        this.process = process;
        this.segmentBytes = segmentBytes;
        this.block = new BlockBuilder(blockEvents);
        this.encoder = new BlockEncoder(process, Precision.EXACT, LEVEL);
        this.next = process.sequence();
        this.earliest = process.wallNanos();
        this.latest = process.wallNanos();
    }

    /**
     * Adds an event. Its host, process and label are those of the writer's process, and its activity follows from the other
     * fields; an event without a user has that of the process.
     *
     * @throws IllegalArgumentException if a time or the result of a read or write exceeds its limit in the format
     * @throws IOException if a block cannot be written; the writer must then be closed
     */
    public void write(TraceEvent event) throws IOException {
        if (broken || closed) {
            throw new IOException(
                    closed ? "the writer is closed" : "an earlier block of the trace could not be written");
        }
        check(event);
        if (event.sampling() != sampling) {
            seal();
            sampling = event.sampling();
        }
        int thread = block.thread(event.threadId(), event.thread());
        block.add(
                event.startNanos(),
                event.durationNanos(),
                event.call().code(),
                thread,
                target(event),
                event.offset(),
                event.length(),
                event.result());
        sparse(event);
        long end = event.startNanos() + Math.max(0, event.durationNanos());
        boolean first = block.size() == 1;
        earliest = first ? event.startNanos() : Math.min(earliest, event.startNanos());
        latest = first ? end : Math.max(latest, end);
        if (block.full()) {
            seal();
        }
    }

    private static void check(TraceEvent event) {
        long start = event.startNanos();
        long duration = event.durationNanos();
        // The difference of two times of a block must not overflow.
        if (start < -Layout.MAX_TIME || start >= Layout.MAX_TIME || duration >= Layout.MAX_TIME - Math.max(0, start)) {
            throw new IllegalArgumentException("invalid time of an event: start " + start + " ns, duration " + duration
                    + " ns; the limit is 2^62 ns before and after 1970");
        }
        Call call = event.call();
        if (event.result() > Integer.MAX_VALUE && Call.moves(call.code()) && call != Call.READ_SERIES) {
            throw new IllegalArgumentException("invalid result " + event.result() + " of a call of " + call.label()
                    + ": it moves at most " + Integer.MAX_VALUE + " bytes");
        }
    }

    private int target(TraceEvent event) {
        Target target = new Target(event.streamId(), event.fileId(), event.path(), event.inode(), event.identity());
        return targets.computeIfAbsent(
                target, t -> block.target(t.stream(), t.file(), t.path(), t.inode(), t.identity()));
    }

    private void sparse(TraceEvent event) {
        if (!event.user().isEmpty() && !event.user().equals(process.user())) {
            block.user(event.user());
        }
        if (!event.exception().isEmpty()) {
            block.exception(event.exception());
        }
        if (!event.detail().isEmpty()) {
            block.detail(event.detail());
        }
        if (!event.otherPath().isEmpty()) {
            block.other(event.otherPath());
        }
        if (event.group() >= 0) {
            block.group(event.group());
        }
    }

    /** Returns the number of events that are not written yet. */
    public int pending() {
        return block.size();
    }

    /** Returns the number of bytes written to all segments. */
    public long bytes() {
        return bytes;
    }

    /** Returns the number of segments of the process. */
    public int segments() {
        return next;
    }

    /** Writes the block, also if it is not full. */
    public void flush() throws IOException {
        seal();
    }

    private void seal() throws IOException {
        if (block.size() == 0) {
            return;
        }
        // The starts are wall-clock times: both clocks have the same value.
        EncodedBlock encoded = encoder.encode(block, latest, latest, sampling);
        if (channel != null && blocks > 0 && size + encoded.length() + BlockHeader.LENGTH > segmentBytes) {
            end(BlockHeader.Kind.END_OF_SEGMENT);
        }
        if (channel == null) {
            open();
        }
        append(encoded);
        block.clear();
        targets.clear();
    }

    private void open() throws IOException {
        SegmentHeader header = process.next(next, earliest, earliest, 0, 0);
        byte[] encoded = header.encode();
        segment = header.id();
        channel = FileChannel.open(
                dir.resolve(header.fileName()), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        next++;
        blocks = 0;
        size = 0;
        write(encoded);
    }

    private void append(EncodedBlock encoded) throws IOException {
        write(encoded.bytes(segment, blocks++, Drops.NONE));
    }

    private void write(byte[] text) throws IOException {
        broken = true;
        ByteBuffer buffer = ByteBuffer.wrap(text);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
        size += text.length;
        bytes += text.length;
        broken = false;
    }

    private void end(BlockHeader.Kind kind) throws IOException {
        append(BlockEncoder.end(kind, latest, latest, sampling));
        channel.force(true);
        channel.close();
        channel = null;
    }

    /**
     * Ends the segment but not its process, which another writer continues.
     *
     * @return the header for the other writer
     * @throws IOException if the last block cannot be written
     */
    public SegmentHeader suspend() throws IOException {
        close(BlockHeader.Kind.END_OF_SEGMENT);
        return process.next(next, latest, latest, 0, 0);
    }

    /**
     * Writes the last block and the end mark of the process. Without events, only a writer that continues a process writes a
     * file.
     */
    @Override
    public void close() throws IOException {
        close(BlockHeader.Kind.END_OF_RECORDING);
    }

    /** Closes the file without the last block and without an end mark. */
    public void abandon() throws IOException {
        broken = true;
        close(BlockHeader.Kind.END_OF_SEGMENT);
    }

    private void close(BlockHeader.Kind kind) throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try {
            if (!broken) {
                seal();
                if (channel == null && next > 0 && kind == BlockHeader.Kind.END_OF_RECORDING) {
                    open();
                }
                if (channel != null) {
                    end(kind);
                }
            }
        } finally {
            encoder.close();
            if (channel != null) {
                channel.close();
                channel = null;
            }
        }
    }
}
