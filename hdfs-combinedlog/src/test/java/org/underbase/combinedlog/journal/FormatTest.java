package org.underbase.combinedlog.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** On-disk format of headers and records. */
class FormatTest {
    private static final SegmentHeader HEADER = new SegmentHeader(new UUID(1, 2), 3, 4, 64 << 10, 5);

    private static final int SECTOR = 512;
    private static final long SALT = -7;

    @Test
    void headerIsReadAsWritten() throws Exception {
        assertThat(SegmentHeader.decode(HEADER.encode())).contains(HEADER);
    }

    @Test
    void headerWithOneWrongBitIsInvalid() throws Exception {
        for (int bit = 0; bit < SegmentHeader.BYTES * 8; bit++) {
            ByteBuffer page = HEADER.encode();
            page.put(bit / 8, (byte) (page.get(bit / 8) ^ 1 << bit % 8));
            assertThat(SegmentHeader.decode(page)).as("the copy, bit %d", bit).contains(HEADER);
            int copy = SECTOR + bit / 8;
            page.put(copy, (byte) (page.get(copy) ^ 1 << bit % 8));
            if (bit / 32 == 2) {
                assertThatThrownBy(() -> SegmentHeader.decode(page))
                        .isInstanceOf(UnknownVersionException.class)
                        .hasMessageContaining("this release reads 2");
            } else {
                assertThat(SegmentHeader.decode(page)).as("bit %d", bit).isEmpty();
            }
        }
    }

    @Test
    void pageOfZerosIsNoHeader() throws Exception {
        assertThat(SegmentHeader.decode(ByteBuffer.allocate(SegmentHeader.PAGE)))
                .isEmpty();
        assertThat(SegmentHeader.decode(ByteBuffer.allocate(3))).isEmpty();
    }

    @Test
    void recordOfAnyLengthIsReadAsWritten() {
        Random random = new Random(7);
        for (int length = 0; length < 200; length++) {
            ByteBuffer payload = JournalFixture.bytes(random, length);
            ByteBuffer batch = ByteBuffer.allocate(512);
            int all = RecordCodec.length(payload);
            RecordCodec.put(batch, 5, 77, all, payload);
            assertThat(batch.position()).isEqualTo(RecordCodec.padded(all)).matches(end -> end % 8 == 0);
            RecordCodec.seal(batch, 0, 9, SALT);
            ByteBuffer written = batch.flip();

            assertThat(RecordCodec.lengthAt(written.duplicate().limit(RecordCodec.HEADER), 9, 512))
                    .isEqualTo(all);
            assertThat(RecordCodec.lengthAt(written.duplicate(), 8, 512)).isEqualTo(-1);
            assertThat(RecordCodec.lengthAt(written.duplicate(), 9, all - 1)).isEqualTo(-1);
            ByteBuffer record = written.slice(0, all);
            assertThat(RecordCodec.isValid(record, SALT)).isTrue();
            assertThat(RecordCodec.isValid(record, SALT + 1)).as("another use").isFalse();
            assertThat(RecordCodec.beginsCommit(record)).isTrue();
            assertThat(RecordCodec.decode(record)).isEqualTo(new JournalRecord(77, 5, payload));
        }
    }

    @Test
    void recordWithOneWrongByteIsInvalid() {
        ByteBuffer batch = ByteBuffer.allocate(256);
        ByteBuffer payload = JournalFixture.text("what was written");
        int length = RecordCodec.length(payload);
        RecordCodec.put(batch, 1, 1, length, payload);
        RecordCodec.seal(batch, 0, 1, SALT);
        for (int at = 0; at < length; at++) {
            byte right = batch.get(at);
            batch.put(at, (byte) (right ^ 0x40));
            int found = RecordCodec.lengthAt(batch.duplicate().clear(), 1, 256);
            boolean taken = found >= 0 && RecordCodec.isValid(batch.slice(0, found), SALT);
            assertThat(taken).as("byte %d", at).isFalse();
            batch.put(at, right);
        }
    }

    @Test
    void pointerOfAnEarlierUseIsIgnored() {
        ByteBuffer page = HEADER.encode();
        assertThat(NextSegmentPointer.decode(page, 3)).isEmpty();
        page.put(NextSegmentPointer.AT, NextSegmentPointer.encode(3, 5), 0, 32);
        assertThat(NextSegmentPointer.decode(page, 3)).hasValue(5);
        assertThat(NextSegmentPointer.decode(page, 4)).isEmpty();
        page.put(NextSegmentPointer.AT + 31, (byte) 6);
        assertThat(NextSegmentPointer.decode(page, 3)).isEmpty();
        assertThat(NextSegmentPointer.decode(ByteBuffer.allocate(7), 3)).isEmpty();
    }

    @Test
    void segmentsAreIdentifiedByTheirNames() {
        assertThat(Segment.number(Segment.name(17))).isEqualTo(17);
        assertThat(Segment.number("segment-17.tmp")).isEqualTo(-1);
        assertThat(Segment.number("segment--1")).isEqualTo(-1);
        assertThat(Segment.number("journal")).isEqualTo(-1);
    }
}
