package org.underbase.exalt.harness.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

class ContentsTest {
    private static final int LENGTH = 1000;

    @Test
    void readerDerivesTheContentFromTheFileName() {
        Contents written = Contents.of(7);
        byte[] bytes = new byte[LENGTH];
        written.fill(4000, bytes, LENGTH);
        Contents read = Contents.of(new Path("/exalt/w3", written.name()));
        assertThat(read.mismatch(4000, bytes, LENGTH, new byte[LENGTH])).isEqualTo(-1);
    }

    @Test
    void lastBytesMayFillABufferPartially() {
        Contents contents = Contents.of(0);
        byte[] bytes = new byte[LENGTH];
        contents.fill(4900, bytes, 100);
        assertThat(contents.mismatch(4900, bytes, 100, new byte[LENGTH])).isEqualTo(-1);
    }

    @Test
    void changedByteIsFoundAtItsPosition() {
        Contents contents = Contents.of(7);
        byte[] bytes = new byte[LENGTH];
        contents.fill(0, bytes, LENGTH);
        bytes[617] ^= 1;
        assertThat(contents.mismatch(0, bytes, LENGTH, new byte[LENGTH])).isEqualTo(617);
    }

    @Test
    void pieceOfAnotherFileDiffers() {
        int around = Contents.PIECE - LENGTH / 2;
        byte[] bytes = new byte[LENGTH];
        Contents.of(7).fill(around, bytes, LENGTH);
        assertThat(Contents.of(8).mismatch(around, bytes, LENGTH, new byte[LENGTH]))
                .isGreaterThanOrEqualTo(LENGTH / 2);
    }

    @Test
    void anotherPieceOfTheSameFileDiffers() {
        Contents contents = Contents.of(7);
        byte[] bytes = new byte[LENGTH];
        contents.fill(Contents.PIECE, bytes, LENGTH);
        assertThat(contents.mismatch(2L * Contents.PIECE, bytes, LENGTH, new byte[LENGTH]))
                .isBetween(0, 15);
    }

    @Test
    void portionsEqualTheCompleteContent() {
        Contents contents = Contents.of(1L << 40);
        long from = 3L * Contents.PIECE - 100;
        byte[] whole = new byte[200];
        contents.fill(from, whole, whole.length);
        byte[] one = new byte[1];
        for (int i = 0; i < whole.length; i++) {
            contents.fill(from + i, one, 1);
            assertThat(one[0]).as("byte %d", i).isEqualTo(whole[i]);
        }
    }

    @Test
    void anotherPositionOfTheSameFileDiffers() {
        Contents contents = Contents.of(7);
        byte[] bytes = new byte[LENGTH];
        contents.fill(1200, bytes, LENGTH);
        assertThat(contents.mismatch(2400, bytes, LENGTH, new byte[LENGTH])).isGreaterThanOrEqualTo(0);
    }

    @Test
    void fileOfAnotherLoadIsRejected() {
        assertThatThrownBy(() -> Contents.of(new Path("/exalt/w3/part-r-x"))).hasMessageContaining("part-r-x");
    }
}
