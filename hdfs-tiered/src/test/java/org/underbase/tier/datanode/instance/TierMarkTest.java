package org.underbase.tier.datanode.instance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file that says whose data a directory holds. */
class TierMarkTest {
    @TempDir
    private Path directory;

    @Test
    void itIsReadWhereThereIsData() throws IOException {
        TierMark.write(directory.resolve("new"), "fast");
        assertThat(TierMark.read(directory.resolve("new"))).isEmpty();
        Files.createFile(
                Files.createDirectories(directory.resolve("new/current")).resolve("VERSION"));
        assertThat(TierMark.read(directory.resolve("new"))).contains("fast");
        TierMark.write(directory.resolve("new"), "disk");
        assertThat(TierMark.read(directory.resolve("new"))).contains("disk");
    }

    @Test
    void aDirectoryNobodyHasMarkedIsAnybodys() throws IOException {
        Files.createFile(Files.createDirectories(directory.resolve("current")).resolve("VERSION"));
        assertThat(TierMark.read(directory)).isEmpty();
    }

    @Test
    void whatIsCutOrFlippedAnywhereCountsAsNone() {
        byte[] whole = TierMark.encode("archive");
        assertThat(TierMark.decode(whole)).contains("archive");
        for (int length = 0; length < whole.length; length++) {
            assertThat(TierMark.decode(Arrays.copyOf(whole, length)))
                    .as("cut to %d", length)
                    .isEmpty();
        }
        for (int bit = 0; bit < whole.length * 8; bit++) {
            byte[] flipped = whole.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            assertThat(TierMark.decode(flipped)).as("bit %d", bit).isEmpty();
        }
        assertThat(TierMark.decode(Arrays.copyOf(whole, whole.length + 1))).isEmpty();
    }
}
