package org.underbase.tier.datanode.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RatesFileTest {
    private static final DeviceRates RATES = new DeviceRates(500_000_000, 400_000_000, 90_000, 50_000);

    @TempDir
    private Path directory;

    @Test
    void whatWasWrittenIsRead() throws IOException {
        RatesFile.write(directory, RATES, 1_700_000_000_000L);

        assertThat(RatesFile.read(directory).rates()).contains(RATES);
        try (var files = Files.list(directory)) {
            assertThat(files).containsExactly(directory.resolve(RatesFile.NAME));
        }
    }

    @Test
    void noFileIsNoDamage() throws IOException {
        assertThat(RatesFile.read(directory).rates()).isEmpty();
        assertThat(RatesFile.read(directory).corrupt()).isFalse();
    }

    @Test
    void aFileCutAtAnyByteIscorrupt() throws IOException {
        byte[] whole = RatesFile.encode(RATES, 1);
        for (int length = 0; length < whole.length; length++) {
            Files.write(directory.resolve(RatesFile.NAME), Arrays.copyOf(whole, length));
            assertThat(RatesFile.read(directory).corrupt())
                    .as("%d bytes", length)
                    .isTrue();
        }
    }

    @Test
    void anyFlippedBitIsDamage() {
        byte[] whole = RatesFile.encode(RATES, 1);
        for (int bit = 0; bit < whole.length * 8; bit++) {
            byte[] flipped = whole.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            assertThat(RatesFile.decode(flipped)).as("bit %d", bit).isEmpty();
        }
    }

    @Test
    void noiseIsNeverTakenForAFile() {
        long seed = 20261121;
        Random random = new Random(seed);
        for (int i = 0; i < 10_000; i++) {
            byte[] noise = new byte[random.nextInt(2 * RatesFile.LENGTH)];
            random.nextBytes(noise);
            assertThat(RatesFile.decode(noise)).as("seed %d, round %d", seed, i).isEmpty();

            DeviceRates rates = new DeviceRates(
                    1 + random.nextInt(1 << 30), 1 + random.nextInt(1 << 30), 1 + random.nextInt(1 << 20), 1);
            byte[] damaged = RatesFile.encode(rates, random.nextLong());
            assertThat(RatesFile.decode(damaged))
                    .as("seed %d, round %d", seed, i)
                    .contains(rates);
            int from = random.nextInt(damaged.length);
            byte[] before = damaged.clone();
            for (int at = from; at < Math.min(damaged.length, from + 1 + random.nextInt(8)); at++) {
                damaged[at] = (byte) random.nextInt();
            }
            if (!Arrays.equals(before, damaged)) {
                assertThat(RatesFile.decode(damaged))
                        .as("seed %d, round %d", seed, i)
                        .isEmpty();
            }
        }
    }

    @Test
    void ratesThatCannotBeAreDamageEvenWithARightChecksum() {
        assertThat(RatesFile.decode(RatesFile.encode(DeviceRates.UNKNOWN, 1))).isEmpty();
    }
}
