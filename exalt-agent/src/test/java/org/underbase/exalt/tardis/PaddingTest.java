package org.underbase.exalt.tardis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests of padded codes, which keep their size and compress, and of hash-carrying data. */
class PaddingTest {
    private static final long SEED = 41;

    @Test
    void paddedCodeIsRestoredAndCompressesToItself() throws MalformedException {
        Random random = new Random(SEED);
        Codec codec = new Codec(Verify.FULL);
        for (int i = 0; i < 1000; i++) {
            byte[] code = new byte[random.nextInt(100)];
            random.nextBytes(code);
            int length = code.length + 4 + random.nextInt(100_000);
            byte[] padded = Padding.pad(code, length);
            assertThat(padded).hasSize(length);
            assertThat(Padding.strip(padded)).as("seed %d, case %d", SEED, i).isEqualTo(code);
            byte[] compressed = codec.compress(padded);
            assertThat(compressed.length).isLessThanOrEqualTo(code.length + 60);
            assertThat(Codec.decompress(compressed, length)).isEqualTo(padded);
        }
    }

    @Test
    void whatDoesNotFitOrWasChangedIsRefused() {
        assertThatThrownBy(() -> Padding.pad(new byte[7], 10))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("code of 7 bytes and its length exceed 10 bytes: no filler is needed");
        byte[] padded = Padding.pad(new byte[7], 100);
        padded[60] ^= 1;
        assertThatThrownBy(() -> Padding.strip(padded))
                .isInstanceOf(MalformedException.class)
                .hasMessage("byte 60 is not filler");
        assertThatThrownBy(() -> Padding.strip(new byte[] {0, 0, 1, 0, 5}))
                .isInstanceOf(MalformedException.class)
                .hasMessage("invalid code length 256: only 1 bytes follow");
        assertThatThrownBy(() -> Padding.strip(new byte[3])).isInstanceOf(MalformedException.class);
    }

    @Test
    void sequencesWithDifferentHashesDiffer() throws MalformedException {
        Random random = new Random(SEED);
        byte[] hash = new byte[Form.HASH_LENGTH];
        random.nextBytes(hash);
        byte[] other = hash.clone();
        other[31] ^= 1;
        byte[] first = Sequences.slowly(Form.hashed(hash), 5000, 0, 5000);
        byte[] second = Sequences.slowly(Form.hashed(other), 5000, 0, 5000);
        assertThat(first).isNotEqualTo(second);
        byte[] both = Sequences.joined(first, second);
        byte[] compressed = new Codec(Verify.FULL).compress(both);
        assertThat(compressed.length).isLessThanOrEqualTo(2 * (10 + Form.HASH_LENGTH) + 5);
        assertThat(Codec.decompress(compressed, both.length)).isEqualTo(both);
    }
}
