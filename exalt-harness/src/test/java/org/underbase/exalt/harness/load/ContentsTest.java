package org.underbase.exalt.harness.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

class ContentsTest {
    private static final int LENGTH = 1000;

    @Test
    void aReaderFindsByTheNameWhatAWriterWrote() {
        Contents written = Contents.of(5000, 7);
        byte[] bytes = new byte[LENGTH];
        written.fill(4000, bytes, LENGTH);
        Contents read = Contents.of(new Path("/exalt/w3", written.name()));
        assertThat(read.mismatch(4000, bytes, LENGTH, new byte[LENGTH])).isEqualTo(-1);
    }

    @Test
    void theLastBytesOfAFileNeedNotFillABuffer() {
        Contents contents = Contents.of(5000, 0);
        byte[] bytes = new byte[LENGTH];
        contents.fill(4900, bytes, 100);
        assertThat(contents.mismatch(4900, bytes, 100, new byte[LENGTH])).isEqualTo(-1);
    }

    @Test
    void aChangedByteIsFoundWhereItIs() {
        Contents contents = Contents.of(5000, 7);
        byte[] bytes = new byte[LENGTH];
        contents.fill(0, bytes, LENGTH);
        bytes[617] ^= 1;
        assertThat(contents.mismatch(0, bytes, LENGTH, new byte[LENGTH])).isEqualTo(617);
    }

    @Test
    void theSamePlaceOfAnotherFileHasOtherBytes() {
        byte[] bytes = new byte[LENGTH];
        Contents.of(5000, 7).fill(2000, bytes, LENGTH);
        assertThat(Contents.of(5000, 8).mismatch(2000, bytes, LENGTH, new byte[LENGTH]))
                .isGreaterThanOrEqualTo(0);
    }

    @Test
    void anotherPlaceOfTheSameFileHasOtherBytes() {
        Contents contents = Contents.of(5000, 7);
        byte[] bytes = new byte[LENGTH];
        contents.fill(1200, bytes, LENGTH);
        assertThat(contents.mismatch(2400, bytes, LENGTH, new byte[LENGTH])).isGreaterThanOrEqualTo(0);
    }

    @Test
    void aFileOfSomebodyElseIsRefused() {
        assertThatThrownBy(() -> Contents.of(new Path("/exalt/w3/part-r-x"))).hasMessageContaining("part-r-x");
    }
}
