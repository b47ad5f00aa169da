package org.underbase.htfs.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A segment truncated at each byte, and with each byte changed: intact blocks are read, corrupt ranges reported. */
class EveryByteTest {
    private static final long SEED = 30;

    private FuzzTrace trace;

    /** The events by block. */
    private List<List<TraceEvent>> blocks;

    @BeforeEach
    void write() throws Exception {
        trace = FuzzTrace.of(SEED);
        blocks = new ArrayList<>();
        byte[] bytes = trace.bytes();
        try (SegmentReader reader = new SegmentReader("every byte", SegmentInput.of(bytes), 0, bytes.length)) {
            for (Optional<BlockCursor> block = reader.next(); block.isPresent(); block = reader.next()) {
                List<TraceEvent> events = new ArrayList<>();
                while (block.get().next()) {
                    events.add(block.get().copy());
                }
                blocks.add(events);
            }
        }
        assertThat(blocks.size()).isGreaterThan(2);
        assertThat(trace.starts()).hasSize(blocks.size() + 1);
    }

    @Test
    void truncatedAtEachByte() throws Exception {
        for (int length = 0; length < trace.bytes().length; length++) {
            TraceFuzz.Reading reading = TraceFuzz.read(Arrays.copyOf(trace.bytes(), length));
            int cut = length;

            assertThat(reading.events())
                    .as("cut off at %d", length)
                    .isEqualTo(eventsWithout(block -> end(block) > cut));
            assertThat(reading.report().complete()).as("cut off at %d", length).isFalse();
            assertThat(reading.report().unclosed()).as("cut off at %d", length).hasSize(1);
        }
    }

    @Test
    void eachByteInverted() throws Exception {
        everyByte(0xFF);
    }

    @Test
    void oneBitOfEachByteInverted() throws Exception {
        for (int bit = 0; bit < 8; bit++) {
            everyByte(1 << bit);
        }
    }

    @Test
    void eachByteRemoved() throws Exception {
        byte[] good = trace.bytes();
        for (int at = 0; at < good.length; at++) {
            byte[] bytes = Arrays.copyOf(good, good.length - 1);
            System.arraycopy(good, at + 1, bytes, at, good.length - at - 1);
            assertOnlyTheBlockAtIsMissing(at, bytes, "without byte " + at);
        }
    }

    private void everyByte(int change) throws Exception {
        for (int at = 0; at < trace.bytes().length; at++) {
            byte[] bytes = trace.bytes().clone();
            bytes[at] ^= (byte) change;
            assertOnlyTheBlockAtIsMissing(at, bytes, "byte " + at + " changed by " + change);
        }
    }

    private void assertOnlyTheBlockAtIsMissing(int at, byte[] bytes, String what) throws Exception {
        TraceFuzz.Reading reading = TraceFuzz.read(bytes);

        assertThat(reading.events())
                .as(what)
                .isEqualTo(eventsWithout(block -> trace.starts().get(block) <= at && at < end(block)));
        assertThat(reading.report().corruptRangeCount()).as(what).isPositive();
        assertThat(reading.report().unclosed())
                .as(what)
                .hasSize(at < trace.starts().get(blocks.size()) ? 0 : 1);
    }

    private int end(int block) {
        return trace.starts().get(block + 1);
    }

    private List<TraceEvent> eventsWithout(IntPredicate lost) {
        List<TraceEvent> events = new ArrayList<>();
        for (int block = 0; block < blocks.size(); block++) {
            if (!lost.test(block)) {
                events.addAll(blocks.get(block));
            }
        }
        return events;
    }
}
