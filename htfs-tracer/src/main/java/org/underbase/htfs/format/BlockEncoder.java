package org.underbase.htfs.format;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;

/** Turns collected events into the bytes of a block. Not thread-safe. */
public final class BlockEncoder implements AutoCloseable {
    private final SegmentHeader process;
    private final Zstandard zstd;
    private final ByteSink payload = new ByteSink(1 << 16);
    private final ByteSink column = new ByteSink(1 << 16);
    private final ByteSink raw = new ByteSink(1 << 16);
    private final ByteSink packed = new ByteSink(1 << 16);
    private final Predictor predictor = new Predictor();
    private long[] values = new long[1024];
    private long[] order = new long[1024];

    /**
     * @param process who recorded the events; each block repeats it, so that a block is readable alone
     * @param level zstd's level
     */
    public BlockEncoder(SegmentHeader process, int level) {
        this.process = process;
        this.zstd = new Zstandard(level);
    }

    /**
     * The block of these events. {@code events} stays as it is.
     *
     * @param wallNanos the wall clock now, nanoseconds since the epoch
     * @param monoNanos {@link System#nanoTime} now
     * @param sampling see {@link BlockHeader#sampling}
     */
    public EncodedBlock encode(BlockBuilder events, long wallNanos, long monoNanos, long sampling) {
        int n = events.size;
        if (n == 0) {
            throw new IllegalArgumentException("a block has at least one event");
        }
        sortByStart(events);
        payload.clear();
        process();
        names(events);
        targets(events);
        long lastEnd = columns(events);
        long epoch = wallNanos - monoNanos;
        byte[] bytes = payload.toBytes();
        return new EncodedBlock(
                new BlockHeader(
                        0,
                        n,
                        false,
                        bytes.length,
                        Crc.of(bytes, 0, bytes.length),
                        wallNanos,
                        monoNanos,
                        epoch + events.start[at(0)],
                        epoch + events.start[at(n - 1)],
                        epoch + lastEnd,
                        sampling,
                        Drops.NONE),
                bytes);
    }

    /** The end mark of a segment. */
    public static EncodedBlock end(long wallNanos, long monoNanos, long sampling) {
        BlockHeader header = new BlockHeader(
                0, 0, true, 0, 0, wallNanos, monoNanos, wallNanos, wallNanos, wallNanos, sampling, Drops.NONE);
        return new EncodedBlock(header, new byte[0]);
    }

    /** Leaves in {@link #order} the indexes of the events by start, equal starts in the order they were added. */
    private void sortByStart(BlockBuilder events) {
        int n = events.size;
        if (order.length < n) {
            order = new long[Math.max(n, order.length * 2)];
            values = new long[order.length];
        }
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (int i = 0; i < n; i++) {
            first = Math.min(first, events.start[i]);
            last = Math.max(last, events.start[i]);
        }
        if (last - first >= 0 && last - first < 1L << 45) {
            // Start and index in one number: sorting these needs no object. 2^45 ns is 9.7 hours.
            for (int i = 0; i < n; i++) {
                order[i] = ((events.start[i] - first) << 18) | i;
            }
            Arrays.sort(order, 0, n);
        } else {
            Integer[] boxed = new Integer[n];
            Arrays.setAll(boxed, i -> i);
            Arrays.sort(boxed, (a, b) -> Long.compare(events.start[a], events.start[b]));
            for (int i = 0; i < n; i++) {
                order[i] = boxed[i];
            }
        }
    }

    private int at(int position) {
        return (int) order[position] & (Layout.MAX_EVENTS - 1);
    }

    private void process() {
        column.clear();
        column.string(process.host());
        column.varint(process.pid());
        column.varint(process.start());
        column.string(process.label());
        column.string(process.user());
        column(Columns.PROCESS, column);
    }

    private void names(BlockBuilder events) {
        strings(Columns.PATHS, events.paths.all());
        strings(Columns.THREADS, events.threads.all());
        strings(Columns.USERS, events.users.all());
        strings(Columns.EXCEPTIONS, events.exceptions.all());
        strings(Columns.DETAILS, events.details.all());
    }

    private void strings(int id, List<String> names) {
        if (names.isEmpty()) {
            return;
        }
        column.clear();
        column.varint(names.size());
        for (String name : names) {
            column.string(name);
        }
        column(id, column);
    }

    private void targets(BlockBuilder events) {
        int n = events.targets;
        if (values.length < n) {
            values = new long[n * 2];
        }
        numbers(Columns.TARGET_STREAM, n, i -> events.targetStream[i] + 1);
        numbers(Columns.TARGET_FILE, n, i -> events.targetFile[i] + 1);
        numbers(Columns.TARGET_PATH, n, i -> events.targetPath[i]);
        numbers(Columns.TARGET_INODE, n, i -> events.targetInode[i] + 1);
    }

    private long columns(BlockBuilder events) {
        int n = events.size;
        predictor.reset(events.targetStream, events.targets);
        long before = events.start[at(0)];
        long lastEnd = before;
        for (int i = 0; i < n; i++) {
            int e = at(i);
            values[i] = events.start[e] - before;
            before = events.start[e];
            lastEnd = Math.max(lastEnd, events.start[e] + events.duration[e]);
        }
        pack(Columns.START, n);
        numbers(Columns.DURATION, n, i -> events.duration[at(i)]);
        numbers(Columns.CALL, n, i -> events.call[at(i)] & 0xFF);
        numbers(Columns.THREAD, n, i -> events.thread[at(i)]);
        numbers(Columns.TARGET, n, i -> events.target[at(i)]);
        predicted(events);
        sparse(Columns.USER, n, events.user);
        sparse(Columns.EXCEPTION, n, events.exception);
        sparse(Columns.DETAIL, n, events.detail);
        sparse(Columns.OTHER, n, events.other);
        sparse(Columns.GROUP, n, events.group);
        return lastEnd;
    }

    private void predicted(BlockBuilder events) {
        int n = events.size;
        long[] lengths = new long[n];
        long[] results = new long[n];
        for (int i = 0; i < n; i++) {
            int e = at(i);
            int call = events.call[e] & 0xFF;
            int target = events.target[e];
            values[i] = predictor.offsetCode(target, events.offset[e]);
            lengths[i] = predictor.lengthCode(call, events.length[e]);
            results[i] = predictor.resultCode(call, events.length[e], events.result[e]);
            predictor.learn(call, target, events.offset[e], events.length[e], events.result[e]);
        }
        pack(Columns.OFFSET, n);
        numbers(Columns.LENGTH, n, i -> lengths[i]);
        numbers(Columns.RESULT, n, i -> results[i]);
    }

    private void sparse(int id, int n, BlockBuilder.Sparse sparse) {
        if (!sparse.empty()) {
            numbers(id, n, i -> sparse.get(at(i)));
        }
    }

    private void numbers(int id, int n, IntToLongFunction number) {
        for (int i = 0; i < n; i++) {
            values[i] = number.applyAsLong(i);
        }
        pack(id, n);
    }

    private void pack(int id, int n) {
        column.clear();
        raw.clear();
        Packed.encode(values, n, column, raw);
        column(id, column);
        if (raw.size() > 0) {
            column(id | Columns.RAW, raw);
        }
    }

    /** Appends a column, compressed unless that does not make it smaller. */
    private void column(int id, ByteSink bytes) {
        packed.clear();
        boolean plain = (id & Columns.RAW) != 0;
        if (!plain) {
            zstd.compress(bytes.array(), bytes.size(), packed);
            plain = packed.size() >= bytes.size();
        }
        ByteSink stored = plain ? bytes : packed;
        payload.u8(id);
        payload.u8(plain ? Columns.PLAIN : Columns.ZSTD);
        payload.varint(bytes.size());
        payload.varint(stored.size());
        payload.bytes(stored.array(), 0, stored.size());
    }

    @Override
    public void close() {
        zstd.close();
    }
}
