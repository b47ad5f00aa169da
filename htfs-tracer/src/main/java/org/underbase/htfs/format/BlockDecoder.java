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
    private final NumberColumn start = new NumberColumn();
    private final NumberColumn duration = new NumberColumn();
    private final NumberColumn thread = new NumberColumn();
    private final NumberColumn call = new NumberColumn();
    private final NumberColumn target = new NumberColumn();
    private final NumberColumn offset = new NumberColumn();
    private final NumberColumn length = new NumberColumn();
    private final NumberColumn result = new NumberColumn();
    /** Any other column of numbers. */
    private final NumberColumn other = new NumberColumn();

    private final Block block = new Block();
    private TargetPredictor targets = new TargetPredictor();
    private byte[] scratch = new byte[Packed.SLACK];
    private boolean durations = true;

    /** Decodes no durations from the next block on, and does not check them. */
    void skipDurations() {
        durations = false;
    }

    /**
     * Decodes a block.
     *
     * @param header header of the block
     * @param payload array that contains the payload, whose CRC matches the header, and {@link Packed#SLACK} further bytes
     * @param from start of the payload in the array
     * @return the block, which is valid until the next call
     */
    Block decode(BlockHeader header, byte[] payload, int from) throws TraceFormatException {
        try {
            split(new ByteSource(payload, from, header.payload()));
            block.header = header;
            block.size = header.events();
            block.durations = durations;
            process();
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
            targets();
            events();
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

    private void process() throws TraceFormatException {
        ByteSource source = bytes(Columns.PROCESS);
        if (source == null) {
            throw new TraceFormatException("column 1 (process) is missing");
        }
        // Readers compare the names of each event with those of the one before: identical strings compare fast.
        block.host = same(block.host, source.string());
        block.process = same(block.process, source.varint() + "@" + source.varint());
        block.label = source.string();
        block.processUser = same(block.processUser, source.string());
    }

    private static String same(String before, String now) {
        return now.equals(before) ? before : now;
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

    private void targets() throws TraceFormatException {
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
        identities();
    }

    private void identities() throws TraceFormatException {
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

    private void events() throws TraceFormatException {
        int n = block.size;
        block.reserve();
        column(start, Columns.START, n, Packed.ALL_BITS);
        column(thread, Columns.THREAD, n, Packed.ALL_BITS);
        column(call, Columns.CALL, n, Packed.ALL_BITS);
        column(target, Columns.TARGET, n, Packed.ALL_BITS);
        column(offset, Columns.OFFSET, n, Packed.ALL_BITS);
        column(length, Columns.LENGTH, n, Packed.ALL_BITS);
        column(result, Columns.RESULT, n, Packed.ALL_BITS);
        predict(n);
        for (NumberColumn column : List.of(start, thread, call, target, offset, length, result)) {
            column.end();
        }
        if (durations) {
            column(duration, Columns.DURATION, n, block.header.precision().durationBits());
            durations(n);
        }
        block.user = sparse(Columns.USER, block.users.size(), 1);
        block.exception = sparse(Columns.EXCEPTION, block.exceptions.size(), 1);
        block.detail = sparse(Columns.DETAIL, block.details.size(), 1);
        block.other = sparse(Columns.OTHER, block.paths.size(), targets.paths() + 1);
        groups();
    }

    private void predict(int n) throws TraceFormatException {
        long now = block.header.firstStart();
        long last = block.header.lastStart();
        long tick = block.header.precision().tickNanos();
        // The product of at most as many ticks does not overflow.
        long most = (last - now) / tick;
        int threads = block.threads.size();
        predictor.reset(block.targetStream, block.targets, threads);
        for (int i = 0; i < n; i++) {
            long ticks = start.at(i);
            if (ticks < 0 || ticks > most || ticks * tick > last - now) {
                throw new TraceFormatException("an event starts after the latest start in the header");
            }
            now += ticks * tick;
            int ofThread = predictor.thread(thread.at(i), threads);
            int ofCall = predictor.call(ofThread, call.at(i));
            int ofTarget = predictor.target(ofThread, ofCall, target.at(i), block.targets);
            long from = predictor.offset(ofTarget, offset.at(i));
            long bytes = predictor.length(ofCall, ofTarget, length.at(i));
            long returned = predictor.result(ofCall, from, bytes, result.at(i));
            checkNumbers(ofCall, from, bytes, returned);
            predictor.learn(ofThread, ofCall, ofTarget, from, bytes, returned);
            block.start[i] = now;
            block.thread[i] = ofThread;
            block.call[i] = (byte) ofCall;
            block.target[i] = ofTarget;
            block.offset[i] = from;
            block.length[i] = bytes;
            block.result[i] = returned;
        }
    }

    private void durations(int n) throws TraceFormatException {
        long end = block.header.lastEnd();
        for (int i = 0; i < n; i++) {
            long nanos = duration.at(i);
            if (nanos < 0 || nanos > end - block.start[i]) {
                throw new TraceFormatException("an event ends after the latest end in the header");
            }
            block.duration[i] = nanos;
        }
        duration.end();
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

    private int[] sparse(int id, int names, long first) throws TraceFormatException {
        if (columns[id] == null) {
            return new int[0];
        }
        int[] values = new int[block.size];
        column(other, id, block.size, Packed.ALL_BITS);
        sparse.reset(first);
        for (int i = 0; i < block.size; i++) {
            values[i] = sparse.value(block.call[i] & 0xFF, other.at(i), names);
        }
        other.end();
        return values;
    }

    private void groups() throws TraceFormatException {
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
        long[] values = new long[n];
        if (n > 0) {
            column(other, id, n, Packed.ALL_BITS);
            other.all(n, values);
        }
        return values;
    }

    /** Starts reading a column of {@code n} numbers. */
    private void column(NumberColumn reader, int id, int n, int bits) throws TraceFormatException {
        ByteSource symbols = columns[id];
        if (symbols == null || sizes[id] != n) {
            throw new TraceFormatException("column " + id + " is missing or does not have " + n + " numbers");
        }
        if (compressed[id]) {
            byte[] buffer = reader.buffer(n);
            zstd.decompress(symbols, buffer, n);
            symbols = new ByteSource(buffer, 0, n);
        }
        ByteSource raw = columns[id | Columns.RAW];
        if (raw == null) {
            raw = new ByteSource(scratch, 0, 0);
        } else if (compressed[id | Columns.RAW]) {
            throw new TraceFormatException("the raw bits of column " + id + " are compressed");
        }
        reader.start(symbols, bits, raw);
    }

    @Override
    public void close() {
        zstd.close();
    }
}
