package org.underbase.htfs.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Decoder of a block's payload. For any bytes it either returns a block in which every index is within its dictionary, or
 * throws {@link TraceFormatException}. It never allocates more than the limits of the format. Not thread-safe.
 */
final class BlockDecoder implements AutoCloseable {
    private final Zstandard zstd = new Zstandard(1);
    private final Predictor predictor = new Predictor();
    private final PathCoder paths = new PathCoder();
    private final SparsePredictor sparse = new SparsePredictor();
    private final ByteSource[] columns = new ByteSource[256];
    private final boolean[] compressed = new boolean[256];
    private final int[] sizes = new int[256];
    private TargetPredictor targets = new TargetPredictor();
    private byte[] scratch = new byte[Packed.SLACK];

    /**
     * Decodes a block into new arrays.
     *
     * @param header header of the block
     * @param payload array that contains the payload, whose CRC matches the header, and {@link Packed#SLACK} further bytes
     * @param from start of the payload in the array
     * @return the block
     */
    Block decode(BlockHeader header, byte[] payload, int from) throws TraceFormatException {
        try {
            split(new ByteSource(payload, from, header.payload()));
            Block block = new Block();
            block.header = header;
            block.size = header.events();
            process(block);
            block.targets = targetCount(block.size);
            // Each name and each target belongs to at least one event.
            block.paths = paths(block.targets + block.size);
            block.threads = strings(Columns.THREADS, block.size);
            block.threadId = optional(Columns.THREAD_ID, block.threads.size());
            block.fileSystems = strings(Columns.FILE_SYSTEMS, block.size);
            block.blockPools = strings(Columns.BLOCK_POOLS, block.size);
            block.ecPolicies = strings(Columns.EC_POLICIES, block.size);
            block.users = strings(Columns.USERS, block.size);
            block.exceptions = strings(Columns.EXCEPTIONS, block.size);
            block.details = strings(Columns.DETAILS, block.size);
            targets(block);
            events(block);
            return block;
        } finally {
            Arrays.fill(columns, null);
        }
    }

    private void split(ByteSource payload) throws TraceFormatException {
        while (payload.remaining() > 0) {
            int id = payload.u8();
            int encoding = payload.u8();
            int size = payload.count("column size", Layout.MAX_COLUMN);
            int stored = payload.count("stored column size", payload.remaining());
            if (columns[id] != null) {
                throw new TraceFormatException("column " + id + " is repeated");
            }
            if (encoding > Columns.ZSTD || (encoding == Columns.PLAIN && size != stored)) {
                throw new TraceFormatException("unsupported encoding of column " + id);
            }
            columns[id] = payload.slice(stored);
            compressed[id] = encoding == Columns.ZSTD;
            sizes[id] = size;
        }
    }

    /** Returns the bytes of a column, in an array that is valid until the next call; null if the column is missing. */
    private ByteSource bytes(int id) throws TraceFormatException {
        ByteSource column = columns[id];
        if (column == null || !compressed[id]) {
            return column;
        }
        if (scratch.length < sizes[id] + Packed.SLACK) {
            scratch = new byte[Math.max(sizes[id], 1 << 16) + Packed.SLACK];
        }
        zstd.decompress(column, scratch, sizes[id]);
        return new ByteSource(scratch, 0, sizes[id]);
    }

    private void process(Block block) throws TraceFormatException {
        ByteSource source = bytes(Columns.PROCESS);
        if (source == null) {
            throw new TraceFormatException("column 1 (process) is missing");
        }
        block.host = source.string();
        block.process = source.varint() + "@" + source.varint();
        block.label = source.string();
        block.processUser = source.string();
    }

    private List<String> strings(int id, int max) throws TraceFormatException {
        ByteSource source = bytes(id);
        if (source == null) {
            return List.of();
        }
        int count = source.count("name count", Math.min(max, source.remaining()));
        List<String> names = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            names.add(source.string());
        }
        return names;
    }

    private List<String> paths(int max) throws TraceFormatException {
        if (columns[Columns.PATHS] == null) {
            return List.of();
        }
        int n = sizes[Columns.PATHS];
        if (n > Layout.MAX_PATH_NUMBERS) {
            throw new TraceFormatException("too many paths");
        }
        long[] numbers = numbers(Columns.PATHS, n);
        ByteSource text = bytes(Columns.COMPONENTS);
        ByteSource hex = columns[Columns.COMPONENTS | Columns.RAW];
        if (text == null || hex == null || compressed[Columns.COMPONENTS | Columns.RAW]) {
            throw new TraceFormatException("the text of the paths is missing");
        }
        return paths.decode(numbers, n, max, text, hex);
    }

    private int targetCount(int events) throws TraceFormatException {
        int n = columns[Columns.TARGET_STREAM] == null ? 0 : sizes[Columns.TARGET_STREAM];
        if (n > events) {
            throw new TraceFormatException("more targets than events: " + n + " for " + events);
        }
        return n;
    }

    private void targets(Block block) throws TraceFormatException {
        int n = block.targets;
        block.targetStream = numbers(Columns.TARGET_STREAM, n);
        block.targetFile = numbers(Columns.TARGET_FILE, n);
        block.targetPath = numbers(Columns.TARGET_PATH, n);
        block.targetInode = numbers(Columns.TARGET_INODE, n);
        targets = new TargetPredictor();
        for (int i = 0; i < n; i++) {
            block.targetStream[i] = targets.streamOf(block.targetStream[i]);
            block.targetFile[i] = targets.fileOf(block.targetFile[i]);
            block.targetPath[i] = targets.pathOf(block.targetPath[i], block.paths.size());
            block.targetInode[i] = targets.inodeOf(block.targetFile[i], block.targetInode[i]);
        }
        identities(block);
    }

    private void identities(Block block) throws TraceFormatException {
        block.targetFileSystem = names(Columns.TARGET_FILE_SYSTEM, block.targets, block.fileSystems.size());
        block.targetBlockPool = names(Columns.TARGET_BLOCK_POOL, block.targets, block.blockPools.size());
        block.targetEcPolicy = names(Columns.TARGET_EC_POLICY, block.targets, block.ecPolicies.size());
        block.targetFirstBlock = optional(Columns.TARGET_FIRST_BLOCK, block.targets);
        for (int i = 0; i < block.targetFirstBlock.length; i++) {
            block.targetFirstBlock[i] = targets.firstBlockOf(block.targetFile[i], block.targetFirstBlock[i]);
        }
    }

    private long[] names(int id, int n, int names) throws TraceFormatException {
        long[] values = optional(id, n);
        long last = 0;
        for (int i = 0; i < values.length; i++) {
            last = values[i] == 0 ? last : values[i] - 1;
            if (last < 0 || last > names) {
                throw new TraceFormatException("a target has name index " + last + " of " + names + " in column " + id);
            }
            values[i] = last;
        }
        return values;
    }

    private long[] optional(int id, int n) throws TraceFormatException {
        return columns[id] == null ? new long[0] : numbers(id, n);
    }

    private void events(Block block) throws TraceFormatException {
        int n = block.size;
        block.start = numbers(Columns.START, n);
        block.duration = numbers(Columns.DURATION, n, block.header.precision().durationBits());
        block.thread = numbers(Columns.THREAD, n);
        block.call = numbers(Columns.CALL, n);
        block.target = numbers(Columns.TARGET, n);
        block.offset = numbers(Columns.OFFSET, n);
        block.length = numbers(Columns.LENGTH, n);
        block.result = numbers(Columns.RESULT, n);
        long now = block.header.firstStart();
        long tick = block.header.precision().tickNanos();
        int threads = block.threads.size();
        predictor.reset(block.targetStream, block.targets, threads);
        for (int i = 0; i < n; i++) {
            now = start(block.header, now, block.start[i], tick, block.duration[i]);
            int thread = predictor.thread(block.thread[i], threads);
            int call = predictor.call(thread, block.call[i]);
            int target = predictor.target(thread, call, block.target[i], block.targets);
            long offset = predictor.offset(target, block.offset[i]);
            long length = predictor.length(call, target, block.length[i]);
            long result = predictor.result(call, offset, length, block.result[i]);
            checkNumbers(call, offset, length, result);
            predictor.learn(thread, call, target, offset, length, result);
            block.start[i] = now;
            block.thread[i] = thread;
            block.call[i] = call;
            block.target[i] = target;
            block.offset[i] = offset;
            block.length[i] = length;
            block.result[i] = result;
        }
        block.user = sparse(Columns.USER, block, block.users.size(), 1);
        block.exception = sparse(Columns.EXCEPTION, block, block.exceptions.size(), 1);
        block.detail = sparse(Columns.DETAIL, block, block.details.size(), 1);
        block.other = sparse(Columns.OTHER, block, block.paths.size(), targets.paths() + 1);
        groups(block);
    }

    /** Returns the start of an event, which the header bounds together with its end. */
    private static long start(BlockHeader header, long before, long ticks, long tick, long duration)
            throws TraceFormatException {
        if (ticks < 0 || ticks > (header.lastStart() - before) / tick) {
            throw new TraceFormatException("an event starts after the latest start in the header");
        }
        long start = before + ticks * tick;
        if (duration < 0 || duration > header.lastEnd() - start) {
            throw new TraceFormatException("an event ends after the latest end in the header");
        }
        return start;
    }

    /** Rejects numbers that no call has, so that a forged event does not dominate the totals. */
    private static void checkNumbers(int call, long offset, long length, long result) throws TraceFormatException {
        if (!valid(offset) || !valid(length) || !valid(result)) {
            throw new TraceFormatException("an event has an offset, length or result beyond 2^61");
        }
        // Java's arrays limit the bytes of one call.
        if (result > Integer.MAX_VALUE && Call.moves(call) && call != Call.READ_SERIES.code()) {
            throw new TraceFormatException("a call moved " + result + " bytes, at most 2147483647 are possible");
        }
    }

    private static boolean valid(long number) {
        return number >= -Layout.MAX_NUMBER && number <= Layout.MAX_NUMBER;
    }

    private long[] sparse(int id, Block block, int names, long first) throws TraceFormatException {
        if (columns[id] == null) {
            return new long[0];
        }
        long[] values = numbers(id, block.size);
        sparse.reset(first);
        for (int i = 0; i < block.size; i++) {
            values[i] = sparse.value((int) block.call[i], values[i], names);
        }
        return values;
    }

    private void groups(Block block) throws TraceFormatException {
        block.group = columns[Columns.GROUP] == null ? new long[0] : numbers(Columns.GROUP, block.size);
        long before = 0;
        for (int i = 0; i < block.group.length; i++) {
            if (block.group[i] != 0) {
                before += Packed.unzigzag(block.group[i] - 1);
                block.group[i] = before;
            }
        }
    }

    private long[] numbers(int id, int n) throws TraceFormatException {
        return numbers(id, n, Packed.ALL_BITS);
    }

    private long[] numbers(int id, int n, int bits) throws TraceFormatException {
        if (n == 0) {
            return new long[0];
        }
        if (columns[id] == null || sizes[id] != n) {
            throw new TraceFormatException("column " + id + " is missing or does not have " + n + " numbers");
        }
        ByteSource symbols = bytes(id);
        ByteSource raw = columns[id | Columns.RAW];
        if (raw == null) {
            raw = new ByteSource(scratch, 0, 0);
        } else if (compressed[id | Columns.RAW]) {
            throw new TraceFormatException("the raw bits of column " + id + " are compressed");
        }
        long[] values = new long[n];
        Packed.decode(symbols.array(), symbols.position(), n, bits, raw, values);
        return values;
    }

    @Override
    public void close() {
        zstd.close();
    }
}
