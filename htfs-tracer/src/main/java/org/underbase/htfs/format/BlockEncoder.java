package org.underbase.htfs.format;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Encoder of a block of events. Not thread-safe. */
public final class BlockEncoder implements AutoCloseable {
    /** Number of bits of an event's index in its block. */
    private static final int INDEX_BITS = 18;

    private final SegmentHeader process;
    private final Precision precision;
    private final Zstandard zstd;
    private final ByteSink payload = new ByteSink(1 << 16);
    private final ByteSink column = new ByteSink(1 << 16);
    private final ByteSink raw = new ByteSink(1 << 16);
    private final ByteSink packed = new ByteSink(1 << 16);
    private final Predictor predictor = new Predictor();
    private final SparsePredictor sparse = new SparsePredictor();
    private final PathCoder coder = new PathCoder();
    private final Ranks threads = new Ranks();
    private final Ranks targets = new Ranks();
    private final Ranks paths = new Ranks();
    private final Ranks names = new Ranks();
    private long[] order = new long[1024];
    private long[] values = new long[1024];
    private final long[][] codes = new long[6][1024];
    private long[] streams = new long[1024];
    private int targetPaths;

    /**
     * Loads the native library; otherwise the first encoding loads it.
     *
     * @throws IOException if that fails; the message is one line
     */
    public static void load() throws IOException {
        Zstandard.load();
    }

    /**
     * @param process the recording process; each block repeats it, so that a block is readable alone
     * @param precision precision of times
     * @param level compression level of zstd
     */
    public BlockEncoder(SegmentHeader process, Precision precision, int level) {
        this.process = process;
        this.precision = precision;
        this.zstd = new Zstandard(level);
    }

    /**
     * Encodes events without changing them.
     *
     * @param events at least one event
     * @param wallNanos current wall-clock time, in nanoseconds since the epoch
     * @param monoNanos current value of {@link System#nanoTime}
     * @param sampling see {@link BlockHeader#sampling}
     * @return the block
     */
    public EncodedBlock encode(BlockBuilder events, long wallNanos, long monoNanos, long sampling) {
        int n = events.size;
        if (n == 0) {
            throw new IllegalArgumentException("a block needs at least one event");
        }
        room(Math.max(n, events.targets));
        sortByStart(events);
        payload.clear();
        process();
        rank(events);
        names(events);
        targets(events);
        long[] times = times(events);
        fields(events);
        sparse(Columns.USER, Columns.USERS, events.users, events.user, events);
        sparse(Columns.EXCEPTION, Columns.EXCEPTIONS, events.exceptions, events.exception, events);
        sparse(Columns.DETAIL, Columns.DETAILS, events.details, events.detail, events);
        others(events);
        groups(events);
        long epoch = wallNanos - monoNanos;
        byte[] bytes = payload.toBytes();
        return new EncodedBlock(
                new BlockHeader(
                        BlockHeader.Kind.EVENTS,
                        0,
                        0,
                        n,
                        BlockHeader.LENGTH,
                        bytes.length,
                        Crc.of(bytes, 0, bytes.length),
                        wallNanos,
                        monoNanos,
                        epoch + times[0],
                        epoch + times[1],
                        epoch + times[2],
                        sampling,
                        precision,
                        Drops.NONE),
                bytes,
                n - events.markers);
    }

    /**
     * Creates the end mark of a segment.
     *
     * @param kind one of the two kinds of end mark
     * @param wallNanos current wall-clock time, in nanoseconds since the epoch
     * @param monoNanos current value of {@link System#nanoTime}
     * @param sampling see {@link BlockHeader#sampling}
     * @return the end mark
     */
    public static EncodedBlock end(BlockHeader.Kind kind, long wallNanos, long monoNanos, long sampling) {
        BlockHeader header = new BlockHeader(
                kind,
                0,
                0,
                0,
                BlockHeader.LENGTH,
                0,
                0,
                wallNanos,
                monoNanos,
                wallNanos,
                wallNanos,
                wallNanos,
                sampling,
                Precision.EXACT,
                Drops.NONE);
        return new EncodedBlock(header, new byte[0], 0);
    }

    private void room(int n) {
        if (order.length < n) {
            int more = Math.max(n, order.length * 2);
            order = new long[more];
            values = new long[more];
            streams = new long[more];
            for (int i = 0; i < codes.length; i++) {
                codes[i] = new long[more];
            }
        }
    }

    /** Sorts the indexes of the events by start into {@link #order}; the sort is stable. */
    private void sortByStart(BlockBuilder events) {
        int n = events.size;
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (int i = 0; i < n; i++) {
            first = Math.min(first, events.start[i]);
            last = Math.max(last, events.start[i]);
        }
        if (last - first >= 0 && last - first < 1L << 45) {
            // One number holds start and index, so that sorting allocates nothing. 2^45 ns are 9.7 hours.
            for (int i = 0; i < n; i++) {
                order[i] = ((events.start[i] - first) << INDEX_BITS) | i;
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
        return (int) order[position] & ((1 << INDEX_BITS) - 1);
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

    /** Numbers threads, targets and paths by their first event. */
    private void rank(BlockBuilder events) {
        threads.reset(events.threads.all().size());
        targets.reset(events.targets);
        paths.reset(events.paths.all().size());
        for (int i = 0; i < events.size; i++) {
            threads.of(events.thread[at(i)]);
            int target = events.target[at(i)];
            targets.of(target);
            paths.of(events.targetPath[target]);
        }
        targetPaths = paths.size();
        if (!events.other.empty()) {
            for (int i = 0; i < events.size; i++) {
                long other = events.other.get(at(i));
                if (other != 0) {
                    paths.of((int) other - 1);
                }
            }
        }
    }

    private void names(BlockBuilder events) {
        strings(Columns.THREADS, threads, events.threads.all());
        for (int i = 0; i < threads.size(); i++) {
            values[i] = 1 + events.threadId[threads.index(i)];
        }
        pack(Columns.THREAD_ID, values, threads.size());
        List<String> all = events.paths.all();
        column.clear();
        raw.clear();
        coder.encode(() -> paths.names(all), column, raw);
        column(Columns.COMPONENTS, column);
        column(Columns.COMPONENTS | Columns.RAW, raw);
        pack(Columns.PATHS, coder.numbers(), coder.size());
    }

    private void strings(int id, Ranks ranks, List<String> all) {
        column.clear();
        column.varint(ranks.size());
        for (int i = 0; i < ranks.size(); i++) {
            column.string(ranks.name(all, i));
        }
        column(id, column);
    }

    private void targets(BlockBuilder events) {
        int n = targets.size();
        TargetPredictor columns = new TargetPredictor();
        for (int i = 0; i < n; i++) {
            int target = targets.index(i);
            streams[i] = events.targetStream[target];
            codes[0][i] = columns.streamCode(events.targetStream[target]);
            codes[1][i] = columns.fileCode(events.targetFile[target]);
            codes[2][i] = columns.pathCode(paths.of(events.targetPath[target]));
            codes[3][i] = columns.inodeCode(events.targetFile[target], events.targetInode[target]);
        }
        pack(Columns.TARGET_STREAM, codes[0], n);
        pack(Columns.TARGET_FILE, codes[1], n);
        pack(Columns.TARGET_PATH, codes[2], n);
        pack(Columns.TARGET_INODE, codes[3], n);
        identities(events, columns);
    }

    private void identities(BlockBuilder events, TargetPredictor columns) {
        if (!events.identified) {
            return;
        }
        int n = targets.size();
        targetNames(Columns.TARGET_FILE_SYSTEM, Columns.FILE_SYSTEMS, events.fileSystems, events.targetFileSystem);
        targetNames(Columns.TARGET_BLOCK_POOL, Columns.BLOCK_POOLS, events.blockPools, events.targetBlockPool);
        targetNames(Columns.TARGET_EC_POLICY, Columns.EC_POLICIES, events.ecPolicies, events.targetEcPolicy);
        for (int i = 0; i < n; i++) {
            int target = targets.index(i);
            values[i] = columns.firstBlockCode(events.targetFile[target], events.targetFirstBlock[target]);
        }
        pack(Columns.TARGET_FIRST_BLOCK, values, n);
    }

    /** Writes names of targets and, for each target, 0 for the name of the previous one, otherwise 1 plus its number. */
    private void targetNames(int id, int namesId, BlockBuilder.Names all, int[] ofTarget) {
        names.reset(all.all().size());
        long last = 0;
        for (int i = 0; i < targets.size(); i++) {
            int index = ofTarget[targets.index(i)];
            long number = index == 0 ? 0 : names.of(index - 1) + 1L;
            values[i] = number == last ? 0 : 1 + number;
            last = number;
        }
        strings(namesId, names, all.all());
        pack(id, values, targets.size());
    }

    /** Writes the time columns; returns the first start, the last start and the last end as a reader decodes them. */
    private long[] times(BlockBuilder events) {
        int n = events.size;
        long first = events.start[at(0)];
        long start = first;
        long lastEnd = first;
        int tick = precision.tickNanos();
        for (int i = 0; i < n; i++) {
            long ticks = precision.ticks(events.start[at(i)] - start);
            values[i] = ticks;
            start += ticks * tick;
            long duration = precision.round(events.duration[at(i)]);
            codes[0][i] = duration;
            lastEnd = Math.max(lastEnd, start + duration);
        }
        pack(Columns.START, values, n);
        pack(Columns.DURATION, codes[0], n, precision.durationBits());
        return new long[] {first, start, lastEnd};
    }

    private void fields(BlockBuilder events) {
        int n = events.size;
        predictor.reset(streams, targets.size(), threads.size());
        for (int i = 0; i < n; i++) {
            int e = at(i);
            int thread = threads.of(events.thread[e]);
            int call = events.call[e] & 0xFF;
            int target = targets.of(events.target[e]);
            long offset = events.offset[e];
            long length = events.length[e];
            long result = events.result[e];
            codes[0][i] = predictor.threadCode(thread);
            codes[1][i] = predictor.callCode(thread, call);
            codes[2][i] = predictor.targetCode(thread, call, target);
            codes[3][i] = predictor.offsetCode(target, offset);
            codes[4][i] = predictor.lengthCode(call, target, length);
            codes[5][i] = predictor.resultCode(call, offset, length, result);
            predictor.learn(thread, call, target, offset, length, result);
        }
        pack(Columns.THREAD, codes[0], n);
        pack(Columns.CALL, codes[1], n);
        pack(Columns.TARGET, codes[2], n);
        pack(Columns.OFFSET, codes[3], n);
        pack(Columns.LENGTH, codes[4], n);
        pack(Columns.RESULT, codes[5], n);
    }

    private void sparse(int id, int namesId, BlockBuilder.Names all, BlockBuilder.Sparse indexes, BlockBuilder events) {
        if (indexes.empty()) {
            return;
        }
        names.reset(all.all().size());
        sparse.reset(1);
        for (int i = 0; i < events.size; i++) {
            long value = indexes.get(at(i));
            long rank = value == 0 ? 0 : names.of((int) value - 1) + 1L;
            values[i] = sparse.code(events.call[at(i)] & 0xFF, rank);
        }
        strings(namesId, names, all.all());
        pack(id, values, events.size);
    }

    private void others(BlockBuilder events) {
        if (events.other.empty()) {
            return;
        }
        sparse.reset(targetPaths + 1L);
        for (int i = 0; i < events.size; i++) {
            long value = events.other.get(at(i));
            values[i] = sparse.code(events.call[at(i)] & 0xFF, value == 0 ? 0 : paths.of((int) value - 1) + 1L);
        }
        pack(Columns.OTHER, values, events.size);
    }

    private void groups(BlockBuilder events) {
        if (events.group.empty()) {
            return;
        }
        long before = 0;
        for (int i = 0; i < events.size; i++) {
            long value = events.group.get(at(i));
            values[i] = value == 0 ? 0 : 1 + Packed.zigzag(value - before);
            before = value == 0 ? before : value;
        }
        pack(Columns.GROUP, values, events.size);
    }

    private void pack(int id, long[] numbers, int n) {
        pack(id, numbers, n, Packed.ALL_BITS);
    }

    private void pack(int id, long[] numbers, int n, int bits) {
        column.clear();
        raw.clear();
        Packed.encode(numbers, n, bits, column, raw);
        column(id, column);
        if (raw.size() > 0) {
            column(id | Columns.RAW, raw);
        }
    }

    /** Appends a column, compressed if that makes it smaller. */
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
