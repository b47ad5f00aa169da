package org.underbase.htfs.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Decodes a block's payload. Whatever the bytes are, it returns a block in which every index is within its dictionary,
 * or throws {@link TraceFormatException}; it never allocates more than the limits of the format. Not thread-safe.
 */
final class BlockDecoder implements AutoCloseable {
    private final Zstandard zstd = new Zstandard(1);
    private final Model model = new Model();
    private final PathCoder paths = new PathCoder();
    private final RareModel rare = new RareModel();
    private final ByteSource[] columns = new ByteSource[256];
    private final boolean[] compressed = new boolean[256];
    private final int[] sizes = new int[256];
    private TargetModel targets = new TargetModel();
    private byte[] scratch = new byte[Packed.SLACK];

    /**
     * The block, in arrays of its own. {@code payload} must have the CRC the header says and {@link Packed#SLACK} bytes behind
     * its end.
     */
    Block decode(BlockHeader header, byte[] payload, int from) throws TraceFormatException {
        try {
            split(new ByteSource(payload, from, header.payload()));
            Block block = new Block();
            block.header = header;
            block.size = header.events();
            process(block);
            block.targets = targetCount(block.size);
            // Each name and each target is that of some event.
            block.paths = paths(block.targets + block.size);
            block.threads = strings(Columns.THREADS, block.size);
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
            int size = payload.count("size of a column", Layout.MAX_COLUMN);
            int stored = payload.count("stored size of a column", payload.remaining());
            if (columns[id] != null) {
                throw new TraceFormatException("column " + id + " is there twice");
            }
            if (encoding > Columns.ZSTD || (encoding == Columns.PLAIN && size != stored)) {
                throw new TraceFormatException("column " + id + " is stored in a way this reader does not know");
            }
            columns[id] = payload.slice(stored);
            compressed[id] = encoding == Columns.ZSTD;
            sizes[id] = size;
        }
    }

    /** The column's bytes, as the start of an array that is valid until the next call; null when it is not there. */
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
            throw new TraceFormatException("the block does not say which process wrote it");
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
        int count = source.count("number of names", Math.min(max, source.remaining()));
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
            throw new TraceFormatException("the block's paths are too many");
        }
        long[] numbers = numbers(Columns.PATHS, n);
        ByteSource text = bytes(Columns.COMPONENTS);
        ByteSource hex = columns[Columns.COMPONENTS | Columns.RAW];
        if (text == null || hex == null || compressed[Columns.COMPONENTS | Columns.RAW]) {
            throw new TraceFormatException("the block's paths have no text");
        }
        return paths.decode(numbers, n, max, text, hex);
    }

    private int targetCount(int events) throws TraceFormatException {
        int n = columns[Columns.TARGET_STREAM] == null ? 0 : sizes[Columns.TARGET_STREAM];
        if (n > events) {
            throw new TraceFormatException("the block has " + n + " files for " + events + " events");
        }
        return n;
    }

    private void targets(Block block) throws TraceFormatException {
        int n = block.targets;
        block.targetStream = numbers(Columns.TARGET_STREAM, n);
        block.targetFile = numbers(Columns.TARGET_FILE, n);
        block.targetPath = numbers(Columns.TARGET_PATH, n);
        block.targetInode = numbers(Columns.TARGET_INODE, n);
        targets = new TargetModel();
        for (int i = 0; i < n; i++) {
            block.targetStream[i] = targets.streamOf(block.targetStream[i]);
            block.targetFile[i] = targets.fileOf(block.targetFile[i]);
            block.targetPath[i] = targets.pathOf(block.targetPath[i], block.paths.size());
            block.targetInode[i] = targets.inodeOf(block.targetFile[i], block.targetInode[i]);
        }
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
        model.reset(block.targetStream, block.targets, threads);
        for (int i = 0; i < n; i++) {
            now += block.start[i] * tick;
            int thread = model.thread(block.thread[i], threads);
            int call = model.call(thread, block.call[i]);
            int target = model.target(thread, call, block.target[i], block.targets);
            long offset = model.offset(target, block.offset[i]);
            long length = model.length(call, target, block.length[i]);
            long result = model.result(call, offset, length, block.result[i]);
            model.learn(thread, call, target, offset, length, result);
            block.start[i] = now;
            block.thread[i] = thread;
            block.call[i] = call;
            block.target[i] = target;
            block.offset[i] = offset;
            block.length[i] = length;
            block.result[i] = result;
        }
        block.user = rare(Columns.USER, block, block.users.size(), 1);
        block.exception = rare(Columns.EXCEPTION, block, block.exceptions.size(), 1);
        block.detail = rare(Columns.DETAIL, block, block.details.size(), 1);
        block.other = rare(Columns.OTHER, block, block.paths.size(), targets.paths() + 1);
        groups(block);
    }

    private long[] rare(int id, Block block, int names, long first) throws TraceFormatException {
        if (columns[id] == null) {
            return new long[0];
        }
        long[] values = numbers(id, block.size);
        rare.reset(first);
        for (int i = 0; i < block.size; i++) {
            values[i] = rare.value((int) block.call[i], values[i], names);
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
            throw new TraceFormatException("column " + id + " does not have " + n + " numbers");
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
