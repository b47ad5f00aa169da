package org.underbase.analysis.requests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OracleGeneralTest {
    private static final int SEED = 5;

    @TempDir
    private Path directory;

    @Test
    void littleMemoryGivesTheSameFile() throws IOException {
        Path expected = write("expected", 1 << 20);
        assertThat(Files.size(expected)).isEqualTo(8192 + 100_000 * 28);
        assertThat(write("few", 300)).hasSameBinaryContentAs(expected);
    }

    private Path write(String name, int maxIds) throws IOException {
        Path path = directory.resolve(name);
        Random random = new Random(SEED);
        try (OracleGeneral writer = new OracleGeneral(path, 4096, OracleGeneral.Layout.LCS, maxIds)) {
            for (int i = 0; i < 100_000; i++) {
                long block = (long) (2000 * Math.pow(random.nextDouble(), 3));
                writer.write(new Request(i, 1, 2, block * 4096, 1, random.nextBoolean(), "", ""));
            }
            writer.finish();
        }
        return path;
    }
}
