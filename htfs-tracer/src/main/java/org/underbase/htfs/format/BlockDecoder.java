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
    private final Predictor predictor = new Predictor();
    private final ByteSource[] columns = new ByteSource[256];
    private final boolean[] compressed = new boolean[256];
    private final int[] sizes = new int[256];
    private byte[] scratch = {};

    /** The block, in arrays of its own. {@code payload} must have the CRC the header says. */
    Block decode(BlockHeader header, byte[] payload, int from) throws TraceFormatException {
        try {
            split(new ByteSource(payload, from, header.payload()));
            Block block = new Block();
            block.header = header;
            block.size = header.events();
            process(block);
            block.paths = strings(Columns.PATHS);
            block.threads = strings(Columns.THREADS);
            block.users = strings(Columns.USERS);
            block.exceptions = strings(Columns.EXCEPTIONS);
            block.details = strings(Columns.DETAILS);
            targets(block);
            events(block);
            return block;
        } finally {
            Arrays.fill(columns, null);
        }
    }

    private void split(ByteSource payload) throws TraceFormatException {
        for (int i = 0; payload.remaining() > 0; i++) {
            int id = payload.u8();
            int encoding = payload.u8();
            int size = payload.count("size of a column", Layout.MAX_COLUMN);
            int stored = payload.count("stored size of a column", payload.remaining());
            if (i >= Layout.MAX_COLUMNS || columns[id] != null) {
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
        if (scratch.length < sizes[id]) {
            scratch = new byte[Math.max(sizes[id], 1 << 16)];
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

    private List<String> strings(int id) throws TraceFormatException {
        ByteSource source = bytes(id);
        if (source == null) {
            return List.of();
        }
        int count = source.count("number of names", Math.min(Layout.MAX_DICTIONARY, source.remaining()));
        List<String> names = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            names.add(source.string());
        }
        return names;
    }

    private void targets(Block block) throws TraceFormatException {
        int n = columns[Columns.TARGET_STREAM] == null ? 0 : sizes[Columns.TARGET_STREAM];
        if (n > Layout.MAX_DICTIONARY) {
            throw new TraceFormatException("the block has " + n + " targets");
        }
        block.targets = n;
        block.targetStream = numbers(Columns.TARGET_STREAM, n);
        block.targetFile = numbers(Columns.TARGET_FILE, n);
        block.targetPath = numbers(Columns.TARGET_PATH, n);
        block.targetInode = numbers(Columns.TARGET_INODE, n);
        for (int i = 0; i < n; i++) {
            block.targetStream[i]--;
            block.targetFile[i]--;
            block.targetInode[i]--;
        }
        within(block.targetPath, n, block.paths.size(), "path");
    }

    private void events(Block block) throws TraceFormatException {
        int n = block.size;
        block.start = numbers(Columns.START, n);
        long now = block.header.firstStart();
        for (int i = 0; i < n; i++) {
            now += block.start[i];
            block.start[i] = now;
        }
        block.duration = numbers(Columns.DURATION, n);
        block.call = numbers(Columns.CALL, n);
        within(block.call, n, 256, "call");
        block.thread = numbers(Columns.THREAD, n);
        within(block.thread, n, block.threads.size(), "thread");
        block.target = numbers(Columns.TARGET, n);
        within(block.target, n, block.targets, "target");
        block.offset = numbers(Columns.OFFSET, n);
        block.length = numbers(Columns.LENGTH, n);
        block.result = numbers(Columns.RESULT, n);
        predictor.reset(block.targetStream, block.targets);
        for (int i = 0; i < n; i++) {
            int call = (int) block.call[i];
            int target = (int) block.target[i];
            long offset = predictor.offset(target, block.offset[i]);
            long length = predictor.length(call, block.length[i]);
            long result = predictor.result(call, length, block.result[i]);
            predictor.learn(call, target, offset, length, result);
            block.offset[i] = offset;
            block.length[i] = length;
            block.result[i] = result;
        }
        block.user = sparse(Columns.USER, n, block.users.size());
        block.exception = sparse(Columns.EXCEPTION, n, block.exceptions.size());
        block.detail = sparse(Columns.DETAIL, n, block.details.size());
        block.other = sparse(Columns.OTHER, n, block.paths.size());
        block.group = columns[Columns.GROUP] == null ? new long[0] : numbers(Columns.GROUP, n);
    }

    private long[] sparse(int id, int n, int names) throws TraceFormatException {
        if (columns[id] == null) {
            return new long[0];
        }
        long[] values = numbers(id, n);
        within(values, n, names + 1, "name");
        return values;
    }

    private long[] numbers(int id, int n) throws TraceFormatException {
        if (n == 0) {
            return new long[0];
        }
        if (columns[id] == null || sizes[id] != n) {
            throw new TraceFormatException("column " + id + " does not have " + n + " numbers");
        }
        ByteSource symbols = bytes(id);
        ByteSource bits = columns[id | Columns.RAW];
        if (bits == null) {
            bits = new ByteSource(scratch, 0, 0);
        } else if (compressed[id | Columns.RAW]) {
            throw new TraceFormatException("the raw bits of column " + id + " are compressed");
        }
        long[] values = new long[n];
        Packed.decode(symbols.array(), symbols.position(), n, bits, values);
        return values;
    }

    private static void within(long[] indexes, int n, int size, String what) throws TraceFormatException {
        for (int i = 0; i < n; i++) {
            if (indexes[i] < 0 || indexes[i] >= size) {
                throw new TraceFormatException("an event names " + what + " " + indexes[i] + " of " + size);
            }
        }
    }

    @Override
    public void close() {
        zstd.close();
    }
}
