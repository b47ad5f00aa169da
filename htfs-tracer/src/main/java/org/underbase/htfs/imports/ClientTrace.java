package org.underbase.htfs.imports;

import java.io.IOException;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.FileIdentity;

/**
 * The DataNodes' log of transfers ({@code clienttrace}): one line per replica of a block that a client wrote, and one per
 * transfer that a client read if the logger has the level DEBUG. A block becomes a file of one replica. Lines of the
 * NameNode's log that allocate a block ({@code BLOCK* allocate}), read before, give it the path of its file.
 */
public final class ClientTrace implements SourceFormat {
    /** Maximum number of blocks with a known path, and of replicas with a known length. */
    static final int MAX_BLOCKS = 500_000;

    private static final String LOGGER = "DataNode.clienttrace: ";

    /** Part of the operations of the logger that move no bytes. */
    private static final String SHORT_CIRCUIT = "_SHORT_CIRCUIT_";

    private static final Pattern FIELD = Pattern.compile("(?:^|, )([A-Za-z]+(?:\\(ns\\))?): ");
    private static final Pattern ALLOCATED = Pattern.compile("BLOCK\\* allocate blk_(-?\\d+)_\\d+,.* for (/.*)$");
    private static final Pattern BLOCK = Pattern.compile("(?:(.*):)?blk_(-?\\d+)_\\d+");
    private static final int CHECKSUM = 4;

    /** Maximum number of bytes of a transfer and of its offset: no block has as many. */
    private static final long MAX_BYTES = 1L << 40;

    private final LogTime times;
    private final int bytesPerChecksum;
    private final Map<Long, String> paths = new LastUsed<>(MAX_BLOCKS);
    private final Map<Replica, Long> lengths = new LastUsed<>(MAX_BLOCKS);
    private final Map<String, SourceProcess> nodes = new HashMap<>();
    private long unchanged;
    private long withoutPath;

    private record Replica(String node, long block) {}

    /**
     * @param zone time zone of the log
     * @param bytesPerChecksum bytes for each checksum of the blocks, 0 if the logged bytes of reads have no checksums
     */
    public ClientTrace(ZoneId zone, int bytesPerChecksum) {
        this.times = new LogTime(zone);
        this.bytesPerChecksum = bytesPerChecksum;
    }

    @Override
    public String name() {
        return "clienttrace";
    }

    @Override
    public boolean parse(String line, EventSink sink) throws BadLineException, IOException {
        int allocate = line.indexOf("BLOCK* allocate ");
        if (allocate >= 0) {
            Matcher allocated = ALLOCATED.matcher(line).region(allocate, line.length());
            if (!allocated.find()) {
                return false;
            }
            paths.put(Long.valueOf(allocated.group(1)), allocated.group(2));
            return true;
        }
        int from = line.indexOf("src: ");
        boolean read = line.contains("op: HDFS_READ");
        if (from < 0 || (!read && !line.contains("op: HDFS_WRITE"))) {
            if (line.contains(LOGGER) && !line.contains(SHORT_CIRCUIT)) {
                throw new BadLineException("expected src: ADDRESS, ..., op: HDFS_READ or HDFS_WRITE");
            }
            return false;
        }
        Map<String, String> fields = fields(line.substring(from));
        long end = times.of(line);
        // Hadoop 2 has no duration in some lines.
        long duration =
                fields.containsKey("duration(ns)") ? Fields.number("duration", fields.get("duration(ns)"), 0) : 0;
        long bytes = Fields.number("bytes", field(fields, "bytes"), 0);
        long offset = Fields.number("offset", field(fields, "offset"), 0);
        if (bytes > MAX_BYTES || offset > MAX_BYTES) {
            throw new BadLineException(
                    "invalid bytes " + bytes + " or offset " + offset + ": must be at most " + MAX_BYTES);
        }
        String id = field(fields, "blockid");
        Matcher block = BLOCK.matcher(id);
        if (!block.matches()) {
            throw new BadLineException("invalid blockid '" + id + "': expected POOL:blk_ID_STAMP");
        }
        long blockId = Fields.number("block id", block.group(2), Long.MIN_VALUE);
        String pool = block.group(1) == null ? "" : block.group(1);
        SourceProcess node = node(field(fields, "srvID"), field(fields, read ? "src" : "dest"));
        Transfer transfer = new Transfer(
                node, end - Math.min(duration, 1L << 60), duration, blockId, pool, fields.getOrDefault("cliID", ""));
        if (read) {
            transfer.move(Call.READ, offset, data(bytes), sink);
        } else {
            write(transfer, offset + bytes, sink);
        }
        return true;
    }

    private static Map<String, String> fields(String text) {
        Map<String, String> fields = new HashMap<>();
        Matcher field = FIELD.matcher(text);
        String key = null;
        int from = 0;
        while (field.find()) {
            if (key != null) {
                fields.putIfAbsent(key, text.substring(from, field.start()));
            }
            key = field.group(1);
            from = field.end();
        }
        if (key != null) {
            fields.putIfAbsent(key, text.substring(from).strip());
        }
        return fields;
    }

    private static String field(Map<String, String> fields, String key) throws BadLineException {
        String value = fields.get(key);
        if (value == null) {
            throw new BadLineException("the field " + key + " is missing");
        }
        return value;
    }

    private SourceProcess node(String id, String address) throws BadLineException {
        SourceProcess known = nodes.get(id);
        if (known == null) {
            int colon = address.lastIndexOf(':');
            String host = address.substring(address.indexOf('/') + 1, Math.max(colon, address.indexOf('/') + 1));
            if (colon < 0 || host.isEmpty()) {
                throw new BadLineException("invalid address '" + address + "': expected /HOST:PORT");
            }
            known = new SourceProcess(id, host, Fields.number("port", address.substring(colon + 1), 0));
            nodes.put(id, known);
        }
        return known;
    }

    /** Returns the data in a number of sent bytes, which include a checksum for each chunk. */
    private long data(long sent) {
        if (bytesPerChecksum == 0) {
            return sent;
        }
        long chunk = (long) bytesPerChecksum + CHECKSUM;
        return sent / chunk * bytesPerChecksum + Math.max(0, sent % chunk - CHECKSUM);
    }

    /** A line about a write has the length of the replica: an append wrote the bytes after the last known length. */
    private void write(Transfer transfer, long length, EventSink sink) throws IOException {
        Replica replica = new Replica(transfer.node.id(), transfer.block);
        Long known = lengths.put(replica, length);
        if (known == null) {
            sink.add(
                    transfer.node,
                    transfer.event(Call.CREATE).taking(0).returning(0).with("replication=1"));
        }
        long before = known == null ? 0 : known;
        if (length <= before) {
            unchanged++;
        } else {
            transfer.move(Call.WRITE, before, length - before, sink);
        }
    }

    /** Facts of one line. */
    private final class Transfer {
        private final SourceProcess node;
        private final long start;
        private final long duration;
        private final long block;
        private final String path;
        private final FileIdentity identity;
        private final String client;

        Transfer(SourceProcess node, long start, long duration, long block, String pool, String client) {
            this.node = node;
            this.start = start;
            this.duration = duration;
            this.block = block;
            this.client = client;
            this.identity = FileIdentity.NONE.with(pool, block, "");
            String known = paths.get(block);
            withoutPath += known == null ? 1 : 0;
            this.path = known != null ? known : (pool.isEmpty() ? "" : "/" + pool) + "/blk_" + block;
        }

        ImportedEvent event(Call call) {
            return new ImportedEvent(start, call)
                    .taking(duration)
                    .by("", client)
                    .on(block, path)
                    .of(identity);
        }

        /** A call of the trace format moves less than 2 GiB. */
        void move(Call call, long offset, long bytes, EventSink sink) throws IOException {
            long done = 0;
            do {
                long part = Math.min(bytes - done, 1L << 30);
                sink.add(node, event(call).moving(offset + done, part));
                done += part;
            } while (done < bytes);
        }
    }

    @Override
    public Map<String, Long> remarks() {
        Map<String, Long> remarks = new LinkedHashMap<>();
        if (!paths.isEmpty() && withoutPath > 0) {
            remarks.put("transfers of blocks without a known path", withoutPath);
        }
        if (unchanged > 0) {
            remarks.put("writes that did not extend a replica", unchanged);
        }
        return remarks;
    }
}
