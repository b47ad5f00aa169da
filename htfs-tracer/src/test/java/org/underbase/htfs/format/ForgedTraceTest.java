package org.underbase.htfs.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Traces with valid checksums and numbers that no writer writes: they neither cost much nor falsify totals. */
class ForgedTraceTest {
    private static final int BLOCK = 236;
    private static final int EVENTS = 20;
    private static final int PAYLOAD = 24;
    private static final int FIRST_START = 48;
    private static final int LAST_START = 56;
    private static final int LAST_END = 64;
    private static final int LOSSES = 88;

    private final SegmentHeader process =
            new SegmentHeader("h", 1, 1, 0, 1000, 1000, "hbase", "", "3.4.3", "", "", 0, 0);
    private long read;

    @Test
    void theLossesOfABlockAreLimitedAndTheirSumDoesNotOverflow() throws Exception {
        assertThat(report(mark(LOSSES, Layout.MAX_LOST)).drops().total()).isEqualTo(1L << 48);
        for (long forged : new long[] {-1, Layout.MAX_LOST + 1, Long.MAX_VALUE}) {
            ReadReport report = report(mark(LOSSES, forged));
            assertThat(report.drops().total()).as("%d lost calls", forged).isZero();
            assertThat(report.corruptRangeCount()).as("%d lost calls", forged).isPositive();
        }
        assertThat(report(mark(LOSSES + 8, Layout.MAX_NUMBER + 1)).drops().totalBytes())
                .isZero();

        Drops most = Drops.NONE.with(Drops.Cause.RING_FULL, Long.MAX_VALUE, Long.MAX_VALUE);
        assertThat(most.plus(most)).isEqualTo(most);
        assertThat(most.with(Drops.Cause.NESTED, 1, 1).total()).isEqualTo(Long.MAX_VALUE);
        assertThat(most.with(Drops.Cause.NESTED, 1, 1).totalBytes()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aBlockHasEventsAndAPayload() throws Exception {
        for (int[] forged : new int[][] {{Layout.MAX_EVENTS, 0}, {0, 100}}) {
            byte[] header = block(Call.READ, 1, "");
            header = Arrays.copyOf(header, BLOCK);
            little(header).putInt(EVENTS, forged[0]).putInt(PAYLOAD, forged[1]);
            byte[] segment = segment(withCrc(header), new byte[forged[1]]);
            try (SegmentReader reader = reader(segment)) {
                assertThat(reader.nextHeader()).isEmpty();
                assertThat(reader.report().events()).isZero();
            }
        }
    }

    @Test
    void timesThatWouldOverflowAreRejected() throws Exception {
        for (int field : new int[] {FIRST_START, LAST_START, LAST_END}) {
            for (long forged : new long[] {Long.MIN_VALUE, Long.MAX_VALUE}) {
                byte[] block = block(Call.READ, 1, "");
                little(block).putLong(field, forged);
                assertRejected(withCrc(block), field + ": " + forged);
            }
        }
        // The events contradict their header.
        for (int field : new int[] {LAST_START, LAST_END}) {
            byte[] block = block(Call.READ, 1, "");
            little(block).putLong(field, little(block).getLong(FIRST_START));
            assertRejected(withCrc(block), "events after field " + field);
        }
    }

    @Test
    void oneCallMovesNoMoreThanAnArray() throws Exception {
        assertThat(report(segment(block(Call.READ, Integer.MAX_VALUE, ""))).events())
                .isEqualTo(2);
        assertRejected(block(Call.READ, 1L << 31, ""), "read");
        assertRejected(block(Call.WAL_WRITE, 1L << 60, ""), "write");
        // These stand for several calls, or move no bytes through the file system.
        for (Call call : List.of(Call.READ_SERIES, Call.ACTIVITY, Call.LOST)) {
            assertThat(report(segment(block(call, 1L << 40, ""))).events())
                    .as("%s", call)
                    .isEqualTo(2);
        }
    }

    @Test
    void theCallsOfASeriesAreLimited() throws Exception {
        assertThat(calls("count=2147483648 call=read")).isEqualTo(1L << 31);
        assertThat(calls("count=2147483649 call=read")).isEqualTo(1);
        assertThat(calls("count=999999999999999999 call=read")).isEqualTo(1);
    }

    @Test
    void aSegmentHasAPlausibleNumberOfPredecessors() throws Exception {
        for (String line : List.of("sequence=-1", "sequence=2147483648", "evicted.events=-1", "evicted.segments=-5")) {
            byte[] text = process.encode();
            byte[] forged = withText(text, line);
            try (SegmentReader reader = reader(join(forged, withId(block(Call.READ, 1, ""), forged)))) {
                assertThat(reader.segment()).as(line).isEmpty();
                assertThat(reader.report().corruptRanges().get(0).reason())
                        .contains("corrupt segment header: " + line.substring(0, line.indexOf('=')));
            }
        }
    }

    /** Each header claims the whole rest of the file. */
    @Test
    void payloadsThatContainEachOtherAreNotAllRead() throws Exception {
        int headers = 8000;
        byte[] first = Arrays.copyOf(block(Call.READ, 1, ""), BLOCK);
        byte[] segment = new byte[headers * BLOCK];
        for (int i = 0; i < headers; i++) {
            little(first).putInt(PAYLOAD, (headers - 1 - i) * BLOCK + 1);
            System.arraycopy(withCrc(first), 0, segment, i * BLOCK, BLOCK);
        }
        segment = segment(segment, new byte[1]);
        try (SegmentReader reader = reader(segment)) {
            assertThat(reader.next()).isEmpty();
            assertThat(reader.report().corruptRangeCount()).isPositive();
        }
        assertThat(read).isLessThan(2 * (Layout.MAX_PAYLOAD + 8L * segment.length));
    }

    private long calls(String detail) throws Exception {
        try (SegmentReader reader = reader(segment(block(Call.READ_SERIES, 1, detail)))) {
            BlockCursor block = reader.next().orElseThrow();
            assertThat(block.next()).isTrue();
            return block.calls();
        }
    }

    private void assertRejected(byte[] block, String what) throws Exception {
        ReadReport report = report(segment(block, block(1, Call.READ, 1, "")));
        assertThat(report.events()).as(what).isEqualTo(2);
        assertThat(report.corruptRangeCount()).as(what).isPositive();
    }

    /** Returns a block of two events. */
    private byte[] block(Call call, long result, String detail) throws Exception {
        return block(0, call, result, detail);
    }

    private byte[] block(int sequence, Call call, long result, String detail) throws Exception {
        BlockBuilder builder = new BlockBuilder(10);
        int target = builder.target(1, 1, "/f", -1);
        for (int i = 0; i < 2; i++) {
            builder.add(500 + i * 100, 50, call.code(), builder.thread(1, "t"), target, 0, 100, result);
            if (!detail.isEmpty()) {
                builder.detail(detail);
            }
        }
        try (BlockEncoder encoder = new BlockEncoder(process, Precision.EXACT, 1)) {
            return encoder.encode(builder, 1000, 1000, BlockHeader.ALL).bytes(process.id(), sequence, Drops.NONE);
        }
    }

    /** Returns a segment whose end mark has another number in a field. */
    private byte[] mark(int field, long value) {
        byte[] mark = BlockEncoder.end(BlockHeader.Kind.END_OF_RECORDING, 1000, 1000, BlockHeader.ALL)
                .bytes(process.id(), 0, Drops.NONE);
        little(mark).putLong(field, value);
        return segment(withCrc(mark));
    }

    private byte[] segment(byte[]... parts) {
        return join(
                Stream.concat(Stream.of(process.encode()), Arrays.stream(parts)).toArray(byte[][]::new));
    }

    private static byte[] join(byte[]... parts) {
        ByteSink sink = new ByteSink(1 << 10);
        for (byte[] part : parts) {
            sink.bytes(part);
        }
        return sink.toBytes();
    }

    private static byte[] withCrc(byte[] block) {
        little(block).putInt(BLOCK - 4, Crc.of(block, 0, BLOCK - 4));
        return block;
    }

    private static byte[] withId(byte[] block, byte[] header) {
        little(block).putInt(12, SegmentHeader.id(header, header.length));
        return withCrc(block);
    }

    /** Adds a line to the text of a segment's header; the last one of a key counts. */
    private static byte[] withText(byte[] header, String line) {
        byte[] text = (line + "\n").getBytes(StandardCharsets.UTF_8);
        byte[] longer = Arrays.copyOf(header, header.length + text.length);
        System.arraycopy(text, 0, longer, header.length - 4, text.length);
        little(longer).putInt(12, little(header).getInt(12) + text.length);
        little(longer).putInt(longer.length - 4, Crc.of(longer, 0, longer.length - 4));
        return longer;
    }

    private ReadReport report(byte[] segment) throws Exception {
        try (SegmentReader reader = reader(segment)) {
            while (reader.next().isPresent()) {
                // The report counts the events.
            }
            return reader.report();
        }
    }

    private SegmentReader reader(byte[] segment) throws Exception {
        SegmentInput bytes = SegmentInput.of(segment);
        SegmentInput counting = new SegmentInput() {
            @Override
            public long length() {
                return bytes.length();
            }

            @Override
            public void read(long position, byte[] target, int to, int length) throws IOException {
                read += length;
                bytes.read(position, target, to, length);
            }
        };
        return new SegmentReader("forged", counting, 0, segment.length);
    }

    private static ByteBuffer little(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
