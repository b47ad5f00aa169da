package org.underbase.analysis.requests;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** CSV for CacheBench, one line per request and block: the bytes of the request in that block. */
final class CacheBench implements RequestWriter {
    private static final long SECOND = 1_000_000_000L;
    private static final List<String> HEADER = List.of(
            "op_time",
            "block_id",
            "block_id_size",
            "io_size",
            "io_offset",
            "user_name",
            "user_namespace",
            "op_name",
            "op_count",
            "host_name",
            "rs_shard_id");

    private final Writer out;
    private final long blockBytes;

    CacheBench(Path file, long blockBytes) throws IOException {
        this.out = Files.newBufferedWriter(file, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW);
        this.blockBytes = blockBytes;
        line(HEADER);
    }

    @Override
    public long write(Request request) throws IOException {
        long first = request.firstBlock(blockBytes);
        long last = request.lastBlock(blockBytes);
        for (long block = first; block <= last; block++) {
            long from = Math.max(request.offset(), block * blockBytes);
            long to = Math.min(request.offset() + request.length(), (block + 1) * blockBytes);
            line(List.of(
                    Long.toString(request.nanos() / SECOND),
                    request.file() + "-" + block,
                    Long.toString(blockBytes),
                    Long.toString(to - from),
                    Long.toString(from - block * blockBytes),
                    name(request.user()),
                    "",
                    request.isRead() ? "getChunkData.NotInitialized" : "putChunk.NotInitialized",
                    "1",
                    name(request.host()),
                    "0"));
        }
        return last - first + 1;
    }

    private void line(List<String> fields) throws IOException {
        out.append(String.join(",", fields)).append('\n');
    }

    /** CacheBench splits lines at each comma. */
    private static String name(String text) {
        return text.replaceAll("[,\"\r\n]", "_");
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
