package org.underbase.htfs.format;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A small valid trace of random events, for {@link TraceFuzz}. */
final class FuzzTrace {
    private static final int BLOCKS = 5;
    private static final int EVENTS = 60;

    private final byte[] bytes;
    private final List<Integer> starts;
    private final List<TraceEvent> events;
    private final List<Integer> firsts;

    /** @param firsts index of the first event of each block, and the number of events */
    private FuzzTrace(byte[] bytes, List<Integer> starts, List<TraceEvent> events, List<Integer> firsts) {
        this.firsts = firsts;
        this.bytes = bytes;
        this.starts = starts;
        this.events = events;
    }

    /** Returns the segment without copying it. */
    byte[] bytes() {
        return bytes;
    }

    /** Returns the starts of the blocks and of the end mark. */
    List<Integer> starts() {
        return starts;
    }

    /** Returns the events as a reader returns them. */
    List<TraceEvent> events() {
        return events;
    }

    /** Returns the events of one block. */
    List<TraceEvent> eventsOf(int block) {
        return events.subList(firsts.get(block), firsts.get(block + 1));
    }

    /** Creates the trace of a seed; each seed has a different process. */
    static FuzzTrace of(long seed) throws TraceFormatException {
        SplittableRandom random = new SplittableRandom(seed);
        long wall = 1_700_000_000_000_000_000L + random.nextLong(1L << 50);
        SegmentHeader process =
                new SegmentHeader("host" + seed, 4711, seed, 0, wall, 5, "hbase", "fuzz", "3.4.3", "", "", 0, 0);
        ByteSink sink = new ByteSink(1 << 12);
        List<Integer> starts = new ArrayList<>();
        Precision precision = random.nextBoolean() ? Precision.EXACT : Precision.COMPACT;
        List<Integer> firsts = new ArrayList<>(List.of(0));
        sink.bytes(process.encode());
        try (BlockEncoder encoder = new BlockEncoder(process, precision, 3)) {
            BlockBuilder builder = new BlockBuilder(EVENTS);
            int blocks = 1 + random.nextInt(BLOCKS);
            for (int block = 0; block < blocks; block++) {
                builder.clear();
                fill(builder, random);
                starts.add(sink.size());
                firsts.add(firsts.get(block) + builder.size());
                Drops drops = Drops.NONE.with(Drops.Cause.RING_FULL, random.nextInt(2), 7);
                sink.bytes(encoder.encode(builder, wall, random.nextInt(), BlockHeader.ALL)
                        .bytes(process.id(), block, drops));
            }
            starts.add(sink.size());
            sink.bytes(BlockEncoder.end(BlockHeader.Kind.END_OF_RECORDING, wall, 0, BlockHeader.ALL)
                    .bytes(process.id(), blocks, Drops.NONE));
        }
        byte[] bytes = sink.toBytes();
        return new FuzzTrace(bytes, starts, TraceFuzz.read(bytes).events(), firsts);
    }

    private static void fill(BlockBuilder builder, SplittableRandom random) {
        int targets = 1 + random.nextInt(6);
        for (int i = 0; i < targets; i++) {
            boolean stream = random.nextBoolean();
            builder.target(
                    stream ? random.nextInt(100) : -1,
                    random.nextInt(50),
                    "/hbase/data/default/t" + random.nextInt(3) + "/" + hex(random) + "/f/" + hex(random),
                    random.nextBoolean() ? -1 : 16_384 + random.nextInt(1000),
                    identity(random));
        }
        int events = 1 + random.nextInt(EVENTS);
        long now = random.nextLong(1L << 40);
        for (int i = 0; i < events; i++) {
            now += random.nextLong(1L << random.nextInt(1, 30));
            builder.add(
                    now,
                    random.nextLong(1L << random.nextInt(1, 40)),
                    random.nextInt(60),
                    builder.thread(random.nextInt(-1, 3), "thread-" + random.nextInt(4)),
                    random.nextInt(targets),
                    random.nextLong(-1, 1L << 40),
                    random.nextLong(-1, 1L << 20),
                    random.nextLong(-2, 1L << 20));
            rare(builder, random);
        }
    }

    private static FileIdentity identity(SplittableRandom random) {
        FileIdentity identity = FileIdentity.on(random.nextBoolean() ? "" : "ns" + random.nextInt(2));
        return random.nextBoolean() ? identity : identity.with("BP-" + random.nextInt(2), random.nextInt(99), "RS-3-2");
    }

    private static void rare(BlockBuilder builder, SplittableRandom random) {
        switch (random.nextInt(20)) {
            case 0 -> builder.exception("java.io.IOException" + random.nextInt(3));
            case 1 -> builder.detail("key=" + random.nextInt(5) + " other=x");
            case 2 -> builder.user("user" + random.nextInt(3));
            case 3 -> builder.other("/other/" + random.nextInt(4));
            case 4 -> builder.group(random.nextLong(1000));
            default -> {
                // Most events have nothing of these.
            }
        }
    }

    private static String hex(SplittableRandom random) {
        return String.format("%016x%016x", random.nextLong(), random.nextLong());
    }
}
