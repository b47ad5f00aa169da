package org.underbase.exalt.tardis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests of compression: identical results and their size. */
class CodecTest {
    /** For a long run: {@code -Dunderbase.tardis.cases=1000000}. */
    private static final int CASES = Integer.getInteger("underbase.tardis.cases", 200_000);

    private static final long SEED = Long.getLong("underbase.seed", 14);

    private static final int RUN_BYTES = 10;
    private static final int RAW_BYTES = 5;

    private final Codec full = new Codec(Verify.FULL);

    private static byte[] data(int total) {
        byte[] bytes = new byte[total];
        Tardis.fill(Form.DATA, total, 0, bytes);
        return bytes;
    }

    @Test
    void anyMixtureIsRestoredWhereverItIsCut() throws MalformedException {
        Random random = new Random(SEED);
        for (int i = 0; i < CASES; i++) {
            byte[] bytes = Sequences.mixture(random);
            int from = 0;
            while (from < bytes.length) {
                int to = Math.min(bytes.length, from + 1 + random.nextInt(bytes.length));
                byte[] chunk = Arrays.copyOfRange(bytes, from, to);
                byte[] compressed = full.compress(chunk);
                if (compressed.length > chunk.length + RAW_BYTES
                        || !Arrays.equals(Codec.decompress(compressed, chunk.length), chunk)) {
                    throw new AssertionError("seed " + SEED + ", case " + i + ", bytes " + from + " to " + to);
                }
                from = to;
            }
        }
    }

    @Test
    void aSequenceIsOneRunHoweverItIsCut() {
        byte[] bytes = data(1_000_000);
        for (Verify verify : Verify.values()) {
            for (int from = 0; from < 30; from++) {
                for (int to = bytes.length - 30; to <= bytes.length; to++) {
                    assertThat(new Codec(verify).compress(Arrays.copyOfRange(bytes, from, to)))
                            .as("%s, %d to %d", verify, from, to)
                            .hasSize(RUN_BYTES);
                }
            }
        }
    }

    @Test
    void embeddedMetadataIsKeptAndAllOtherBytesAreRuns() throws MalformedException {
        byte[] bytes = data(100_000);
        byte[] metadata = "metadata".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        for (Verify verify : Verify.values()) {
            for (int cut = 5000; cut < 5030; cut++) {
                byte[] mixed = Sequences.joined(
                        Sequences.joined(Arrays.copyOf(bytes, cut), metadata),
                        Arrays.copyOfRange(bytes, cut, bytes.length));
                byte[] compressed = new Codec(verify).compress(mixed);
                assertThat(compressed)
                        .as("%s, cut at %d", verify, cut)
                        .hasSize(2 * RUN_BYTES + RAW_BYTES + metadata.length);
                assertThat(Codec.decompress(compressed, mixed.length)).isEqualTo(mixed);
            }
        }
    }

    @Test
    void paperVerificationLosesOverwrittenBytesAndFullVerificationDoesNot() throws MalformedException {
        byte[] bytes = data(12_000);
        byte[] replaced = bytes.clone();
        Arrays.fill(replaced, 5000, 5100, (byte) 'x');
        assertThat(Codec.decompress(full.compress(replaced), bytes.length)).isEqualTo(replaced);
        byte[] lost = Codec.decompress(new Codec(Verify.PAPER).compress(replaced), bytes.length);
        assertThat(lost).isEqualTo(bytes).isNotEqualTo(replaced);
    }

    @Test
    void sampledVerificationDetectsOverwritesLongerThanItsDistance() throws MalformedException {
        byte[] bytes = data(120_000);
        Codec sampled = new Codec(Verify.SAMPLED);
        for (int from = 30_000; from < 31_000; from += 7) {
            byte[] replaced = bytes.clone();
            Arrays.fill(replaced, from, from + 62 * 12, (byte) 'x');
            assertThat(Codec.decompress(sampled.compress(replaced), bytes.length))
                    .as("overwritten from byte %d", from)
                    .isEqualTo(replaced);
        }
    }

    @Test
    void everyModeDetectsInsertions() throws MalformedException {
        Random random = new Random(SEED);
        for (Verify verify : Verify.values()) {
            Codec codec = new Codec(verify);
            for (int i = 0; i < 300; i++) {
                byte[] bytes = data(1 + random.nextInt(20_000));
                for (int j = random.nextInt(5); j > 0; j--) {
                    byte[] metadata = new byte[1 + random.nextInt(50)];
                    random.nextBytes(metadata);
                    int at = random.nextInt(bytes.length);
                    bytes = Sequences.joined(
                            Sequences.joined(Arrays.copyOf(bytes, at), metadata),
                            Arrays.copyOfRange(bytes, at, bytes.length));
                }
                assertThat(Codec.decompress(codec.compress(bytes), bytes.length))
                        .as("%s, seed %d, case %d", verify, SEED, i)
                        .isEqualTo(bytes);
            }
        }
    }

    @Test
    void malformedInputIsRejected() throws MalformedException {
        Random random = new Random(SEED);
        for (int i = 0; i < 20_000; i++) {
            byte[] compressed = full.compress(Sequences.mixture(random));
            byte[] corrupt = compressed.length == 0 ? new byte[] {0} : compressed.clone();
            switch (random.nextInt(3)) {
                case 0 -> corrupt = Arrays.copyOf(corrupt, random.nextInt(corrupt.length));
                case 1 -> corrupt[random.nextInt(corrupt.length)] = (byte) random.nextInt();
                default -> random.nextBytes(corrupt);
            }
            try {
                assertThat(Codec.decompress(corrupt, 10_000).length).isLessThanOrEqualTo(10_000);
            } catch (MalformedException e) {
                assertThat(e).as("seed %d, case %d", SEED, i).hasMessageMatching(".*byte|truncated token|.* \\d+.*");
            }
        }
        assertThat(Codec.decompress(new byte[0], 0)).isEmpty();
        assertThatThrownBy(() -> Codec.decompress(new byte[] {1, 12, 0, 0, 0, 0, 0, 0, 0, 9}, 100))
                .isInstanceOf(MalformedException.class)
                .hasMessage("invalid run of 9 bytes with phase 12 at byte 0");
        assertThatThrownBy(() -> Codec.decompress(new byte[] {1, 0, 0, 0, 0, 0, 0x7f, -1, -1, -1}, 100))
                .isInstanceOf(MalformedException.class)
                .hasMessage("result exceeds 100 bytes at byte 0");
        assertThatThrownBy(() -> Codec.decompress(new byte[] {0, 0, 0, 0, 0}, 100))
                .isInstanceOf(MalformedException.class)
                .hasMessage("0 raw bytes at byte 0, but only 0 remain");
        assertThatThrownBy(() -> Codec.decompress(new byte[] {4}, 100))
                .isInstanceOf(MalformedException.class)
                .hasMessage("invalid token type 4 at byte 0");
    }
}
