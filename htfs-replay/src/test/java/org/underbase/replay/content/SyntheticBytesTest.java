package org.underbase.replay.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.underbase.exalt.tardis.Form;
import org.underbase.exalt.tardis.Tardis;

class SyntheticBytesTest {
    @ParameterizedTest
    @EnumSource
    void bytesDependOnTheFileAndTheOffsetOnly(Content content) {
        SyntheticBytes bytes = content.of(3, "/a");
        byte[] whole = new byte[1000];
        bytes.fill(0, whole, whole.length);
        for (int from : new int[] {0, 1, 7, 8, 9, 500}) {
            byte[] part = new byte[100];
            content.of(3, "/b").fill(from, part, part.length);
            assertThat(part).isEqualTo(Arrays.copyOfRange(whole, from, from + 100));
        }
        byte[] other = new byte[1000];
        content.of(4, "/a").fill(0, other, other.length);
        assertThat(other).isNotEqualTo(whole);
    }

    @ParameterizedTest
    @EnumSource
    void aMismatchIsFoundAtItsIndex(Content content) {
        SyntheticBytes bytes = content.of(-1, "/a");
        byte[] part = new byte[50];
        bytes.fill(13, part, part.length);

        assertThat(bytes.mismatch(13, part, 50)).isEqualTo(-1);
        part[20]++;
        assertThat(bytes.mismatch(13, part, 50)).isEqualTo(20);
        assertThat(bytes.mismatch(13, part, 20)).isEqualTo(-1);
    }

    @Test
    void tardisDataIsMostlyASequenceThatTheAgentCompresses() {
        byte[] whole = new byte[(8 << 20) + 1000];
        SyntheticBytes bytes = Content.TARDIS.of(1, "/a");
        bytes.fill(0, whole, whole.length);

        byte[] sequence = new byte[(8 << 20) - 16];
        Tardis.fill(Form.DATA, sequence.length, 0, sequence);
        assertThat(Arrays.equals(whole, 16, 8 << 20, sequence, 0, sequence.length))
                .isTrue();
        // The hash at the begin of a piece.
        assertThat(Arrays.copyOfRange(whole, 8 << 20, (8 << 20) + 16)).isNotEqualTo(Arrays.copyOfRange(whole, 0, 16));
        assertThat(bytes.mismatch((8 << 20) - 5, Arrays.copyOfRange(whole, (8 << 20) - 5, whole.length), 1005))
                .isEqualTo(-1);
    }
}
