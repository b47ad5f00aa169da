package org.underbase.replay.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SyntheticBytesTest {
    @Test
    void bytesDependOnTheFileAndTheOffsetOnly() {
        SyntheticBytes bytes = SyntheticBytes.of(3, "/a");
        byte[] whole = new byte[1000];
        bytes.fill(0, whole, whole.length);
        for (int from : new int[] {0, 1, 7, 8, 9, 500}) {
            byte[] part = new byte[100];
            SyntheticBytes.of(3, "/b").fill(from, part, part.length);
            assertThat(part).isEqualTo(Arrays.copyOfRange(whole, from, from + 100));
        }
        byte[] other = new byte[1000];
        SyntheticBytes.of(4, "/a").fill(0, other, other.length);
        assertThat(other).isNotEqualTo(whole);
    }

    @Test
    void aMismatchIsFoundAtItsIndex() {
        SyntheticBytes bytes = SyntheticBytes.of(-1, "/a");
        byte[] part = new byte[50];
        bytes.fill(13, part, part.length);

        assertThat(bytes.mismatch(13, part, 50)).isEqualTo(-1);
        part[20]++;
        assertThat(bytes.mismatch(13, part, 50)).isEqualTo(20);
        assertThat(bytes.mismatch(13, part, 20)).isEqualTo(-1);
    }
}
