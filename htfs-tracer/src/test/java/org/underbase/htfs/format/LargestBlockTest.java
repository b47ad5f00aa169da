package org.underbase.htfs.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The largest blocks of a writer are within the limits and the memory of a reader. */
class LargestBlockTest {
    /** The limit in docs/trace-format.md, in bytes. */
    private static final long MEMORY = 80_000_000;

    private final SegmentHeader process = new SegmentHeader("h", 1, 1, 0, 1, 1, "hbase", "", "3.4.3", "", "", 0, 0);
    private final com.sun.management.ThreadMXBean threads =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Test
    void maximumEventsTargetsAndNames() throws Exception {
        BlockBuilder builder = new BlockBuilder(Layout.MAX_EVENTS);
        for (int i = 0; !builder.full(); i++) {
            String name = Integer.toString(i, Character.MAX_RADIX);
            add(builder, builder.thread(-1, ""), builder.target(i, i, "/" + name, i), i);
            builder.group(i);
            builder.detail(name);
        }
        assertRoundTrip(builder);
    }

    @Test
    void maximumThreadsAndUsers() throws Exception {
        BlockBuilder builder = new BlockBuilder(Layout.MAX_EVENTS);
        int target = builder.target(-1, -1, "", -1);
        for (int i = 0; !builder.full(); i++) {
            String name = Integer.toString(i, Character.MAX_RADIX);
            add(builder, builder.thread(-1, name), target, i);
            builder.user(name);
        }
        assertRoundTrip(builder);
    }

    @Test
    void maximumNameLength() throws Exception {
        BlockBuilder builder = new BlockBuilder(Layout.MAX_EVENTS);
        for (int i = 0; !builder.full(); i++) {
            // Three bytes of UTF-8 per character, and longer than the maximum.
            String name = i + "\u4e16".repeat(Layout.MAX_NAME);
            add(builder, builder.thread(-1, name), builder.target(-1, i, "/" + name, -1), i);
            builder.other("/other/" + name);
            builder.detail(name);
            builder.user(name);
            builder.exception(name);
        }
        assertRoundTrip(builder);
    }

    @Test
    void maximumComponents() throws Exception {
        BlockBuilder builder = new BlockBuilder(Layout.MAX_EVENTS);
        for (int i = 0; !builder.full(); i++) {
            add(builder, builder.thread(-1, "t"), builder.target(-1, i, i + "/".repeat(2 * Layout.MAX_NAME), -1), i);
        }
        assertRoundTrip(builder);
    }

    private static void add(BlockBuilder builder, int thread, int target, int i) {
        builder.add(i, i * 1000L, 5, thread, target, (long) i << 40, Layout.MAX_NUMBER - i, -Layout.MAX_NUMBER + i);
    }

    private void assertRoundTrip(BlockBuilder builder) throws TraceFormatException {
        EncodedBlock encoded;
        try (BlockEncoder encoder = new BlockEncoder(process, Precision.EXACT, 1)) {
            encoded = encoder.encode(builder, 1, 1, BlockHeader.ALL);
        }
        byte[] bytes = encoded.bytes(process.id(), 0, Drops.NONE);
        BlockHeader header = BlockHeader.decode(bytes, 0, bytes.length);
        byte[] payload = new byte[header.payload() + Packed.SLACK];
        System.arraycopy(bytes, BlockHeader.LENGTH, payload, 0, header.payload());
        Block block;
        long before = threads.getCurrentThreadAllocatedBytes();
        try (BlockDecoder decoder = new BlockDecoder()) {
            block = decoder.decode(header, payload, 0);
        }
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(allocated).isLessThan(MEMORY);
        assertThat(block.size).isEqualTo(builder.size());
        List<String> paths = new ArrayList<>();
        for (int i = 0; i < block.size; i++) {
            paths.add(block.paths.get((int) block.targetPath[block.target[i]]));
            assertThat(block.offset[i]).isEqualTo((long) i << 40);
            assertThat(block.length[i]).isEqualTo(Layout.MAX_NUMBER - i);
        }
        assertThat(paths.get(block.size - 1))
                .isEqualTo(builder.paths.all().get(builder.targetPath[builder.target[builder.size() - 1]]));
    }
}
