package org.underbase.htfs.imports;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.underbase.htfs.format.Call;

/**
 * Traces of blocks for CacheLib's CacheBench, with a header line. The columns {@code op_time} (seconds since the epoch),
 * {@code block_id}, {@code io_size}, {@code io_offset} and {@code op_name} are necessary; {@code op_count}, {@code user_name},
 * {@code host_name} and {@code rs_shard_id} are used if they exist. A shard of a block becomes a file, as in CacheBench, and
 * the host of an operation its thread.
 */
public final class CacheBenchCsv implements SourceFormat {
    private static final SourceProcess PROCESS = new SourceProcess("", "cachebench", 0);
    private static final long SECOND = 1_000_000_000L;

    /** Maximum number of equal operations in a line. */
    private static final long MAX_COUNT = 1_000_000;

    private static final List<String> NECESSARY = List.of("op_time", "block_id", "io_size", "io_offset", "op_name");
    private static final List<String> OPTIONAL = List.of("op_count", "user_name", "host_name", "rs_shard_id");

    /** Numbers of the necessary and optional columns, -1 for a missing one; empty before the header. */
    private int[] columns = {};

    private int count;

    @Override
    public String name() {
        return "cachebench";
    }

    @Override
    public void begin() {
        columns = new int[0];
    }

    @Override
    public boolean parse(String line, EventSink sink) throws BadLineException, IOException {
        if (line.isBlank()) {
            return false;
        }
        List<String> fields = Fields.ofCsv(line);
        if (columns.length == 0) {
            header(fields);
            return true;
        }
        if (fields.size() != count) {
            throw new BadLineException("the line has " + fields.size() + " fields: the header has " + count);
        }
        long time = Fields.number("op_time", fields.get(columns[0]), 0);
        if (time > (1L << 62) / SECOND) {
            throw new BadLineException("invalid op_time " + time + ": too large");
        }
        String shard = optional(fields, 3);
        String block = fields.get(columns[1]) + (shard.isEmpty() ? "" : "_" + shard);
        long bytes = Fields.number("io_size", fields.get(columns[2]), 0);
        long offset = Fields.number("io_offset", fields.get(columns[3]), 0);
        Fields.checkRange(offset, bytes);
        Call call = call(fields.get(columns[4]));
        String operations = optional(fields, 0);
        long repeated = operations.isEmpty() ? 1 : Fields.number("op_count", operations, 1);
        if (repeated > MAX_COUNT) {
            throw new BadLineException("invalid op_count " + repeated + ": must be at most " + MAX_COUNT);
        }
        long file = id(block);
        ImportedEvent event = new ImportedEvent(time * SECOND, call)
                .by(optional(fields, 1), optional(fields, 2))
                .on(file, "/" + block)
                .through(file)
                .moving(offset, bytes);
        for (long i = 0; i < repeated; i++) {
            sink.add(PROCESS, event);
        }
        return true;
    }

    private void header(List<String> fields) throws BadLineException {
        int[] found = IntStream.concat(
                        NECESSARY.stream().mapToInt(fields::indexOf),
                        OPTIONAL.stream().mapToInt(fields::indexOf))
                .toArray();
        if (Arrays.stream(found, 0, NECESSARY.size()).anyMatch(column -> column < 0)) {
            throw new BadLineException("no header line yet: expected the columns " + String.join(", ", NECESSARY));
        }
        columns = found;
        count = fields.size();
    }

    private String optional(List<String> fields, int which) {
        int column = columns[NECESSARY.size() + which];
        return column < 0 ? "" : fields.get(column);
    }

    private static Call call(String operation) throws BadLineException {
        if (operation.startsWith("getChunkData")) {
            return Call.PREAD;
        }
        if (operation.startsWith("putChunk")) {
            return Call.WRITE;
        }
        throw new BadLineException("invalid op_name '" + operation + "': must be getChunkData or putChunk");
    }

    /** Returns 63 bits of a hash, so that the memory does not grow with the number of blocks. */
    private static long id(String block) {
        long hash = 0xCBF29CE484222325L;
        for (int i = 0; i < block.length(); i++) {
            hash = (hash ^ block.charAt(i)) * 0x100000001B3L;
        }
        hash = (hash ^ hash >>> 33) * 0xFF51AFD7ED558CCDL;
        return (hash ^ hash >>> 33) & Long.MAX_VALUE;
    }
}
