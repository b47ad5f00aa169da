package org.underbase.htfs.documented;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.underbase.htfs.format.BlockBuilder;
import org.underbase.htfs.format.BlockEncoder;
import org.underbase.htfs.format.BlockHeader;
import org.underbase.htfs.format.Drops;
import org.underbase.htfs.format.FileIdentity;
import org.underbase.htfs.format.Precision;
import org.underbase.htfs.format.SegmentHeader;

/** Text form of the golden trace, one event per line. */
record GoldenText(Map<String, String> segment, List<Block> blocks, Map<String, String> end) {
    /** A block with the fields of its header. */
    record Block(Map<String, String> header, List<DocumentedEvent> events) {}

    static GoldenText parse(List<String> lines) {
        Map<String, String> segment = Map.of();
        Map<String, String> end = Map.of();
        List<Block> blocks = new ArrayList<>();
        for (String line : lines) {
            if (line.startsWith("#segment ")) {
                segment = fields(line);
            } else if (line.startsWith("#block ")) {
                blocks.add(new Block(fields(line), new ArrayList<>()));
            } else if (line.startsWith("#end ")) {
                end = fields(line);
            } else {
                blocks.get(blocks.size() - 1).events().add(DocumentedEvent.ofLine(line));
            }
        }
        return new GoldenText(segment, blocks, end);
    }

    List<DocumentedEvent> events() {
        return blocks.stream().flatMap(block -> block.events().stream()).toList();
    }

    SegmentHeader segmentHeader() {
        return new SegmentHeader(
                segment.get("host"),
                number(segment, "pid"),
                number(segment, "start"),
                (int) number(segment, "sequence"),
                number(segment, "wall"),
                number(segment, "mono"),
                segment.get("user"),
                segment.get("label"),
                segment.get("hadoop"),
                segment.get("hashing"),
                segment.getOrDefault("features", ""),
                number(segment, "evicted.segments"),
                number(segment, "evicted.events"));
    }

    /** Encodes the segment with the current writer. */
    byte[] write() throws IOException {
        SegmentHeader header = segmentHeader();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(header.encode());
        int sequence = 0;
        for (Block block : blocks) {
            Map<String, String> fields = block.header();
            Precision precision = new Precision((int) number(fields, "tick"), (int) number(fields, "bits"));
            try (BlockEncoder encoder = new BlockEncoder(header, precision, 6)) {
                long wall = number(fields, "wall");
                long mono = number(fields, "mono");
                bytes.write(encoder.encode(builder(block, wall - mono), wall, mono, number(fields, "sampling"))
                        .bytes(header.id(), sequence++, drops(fields)));
            }
        }
        bytes.write(BlockEncoder.end(
                        BlockHeader.Kind.ofCode((int) number(end, "kind")).orElseThrow(),
                        number(end, "wall"),
                        number(end, "mono"),
                        number(end, "sampling"))
                .bytes(header.id(), sequence, drops(end)));
        return bytes.toByteArray();
    }

    private BlockBuilder builder(Block block, long epoch) {
        BlockBuilder builder = new BlockBuilder(1000);
        Map<String, Integer> targets = new HashMap<>();
        for (DocumentedEvent event : block.events()) {
            FileIdentity identity =
                    new FileIdentity(event.fileSystem(), event.blockPool(), event.firstBlock(), event.ecPolicy());
            String target =
                    event.stream() + " " + event.file() + " " + event.inode() + " " + event.path() + " " + identity;
            builder.add(
                    event.start() - epoch,
                    event.duration(),
                    event.call(),
                    builder.thread(event.threadId(), event.thread()),
                    targets.computeIfAbsent(
                            target,
                            key -> builder.target(event.stream(), event.file(), event.path(), event.inode(), identity)),
                    event.offset(),
                    event.length(),
                    event.result());
            if (!event.user().equals(segment.get("user"))) {
                builder.user(event.user());
            }
            if (!event.otherPath().isEmpty()) {
                builder.other(event.otherPath());
            }
            if (!event.exception().isEmpty()) {
                builder.exception(event.exception());
            }
            if (!event.detail().isEmpty()) {
                builder.detail(event.detail());
            }
            if (event.group() >= 0) {
                builder.group(event.group());
            }
        }
        return builder;
    }

    static long number(Map<String, String> fields, String key) {
        return Long.parseLong(fields.get(key));
    }

    static Drops drops(Map<String, String> fields) {
        String[] drops = fields.get("drops").split(",", -1);
        Drops all = Drops.NONE;
        for (int i = 0; i < drops.length; i++) {
            int slash = drops[i].indexOf('/');
            String events = slash < 0 ? drops[i] : drops[i].substring(0, slash);
            String bytes = slash < 0 ? "0" : drops[i].substring(slash + 1);
            all = all.with(List.of(Drops.Cause.values()).get(i), Long.parseLong(events), Long.parseLong(bytes));
        }
        return all;
    }

    /** Returns the losses of all blocks and of the end mark. */
    Drops drops() {
        return blocks.stream().map(block -> drops(block.header())).reduce(drops(end), Drops::plus);
    }

    private static Map<String, String> fields(String line) {
        Map<String, String> fields = new HashMap<>();
        for (String fact : line.substring(line.indexOf(' ') + 1).split(" ", -1)) {
            int equals = fact.indexOf('=');
            fields.put(fact.substring(0, equals), fact.substring(equals + 1));
        }
        return fields;
    }
}
