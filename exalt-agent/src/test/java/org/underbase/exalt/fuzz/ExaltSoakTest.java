package org.underbase.exalt.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.SoakOptions;
import org.underbase.testbed.report.SoakResult;

/** The soak {@code exalt}: a slice of it by default, its default count with the tag {@code soak}. */
@Tag("cluster")
class ExaltSoakTest {
    private static final long SEED = 1403;
    private static final long SLICE = 30_000;

    @TempDir
    private Path work;

    @Test
    void compressedFilesBehaveAsPlainFilesOnEachJdk() throws Exception {
        assertPasses(SEED, SLICE);
    }

    @Test
    @Tag("soak")
    void compressedFilesBehaveAsPlainFilesInAMillionOperations() throws Exception {
        assertPasses(
                Long.getLong("underbase.soak.seed", SEED),
                Long.getLong("underbase.soak.count", new ExaltSoak().defaultCount()));
    }

    private void assertPasses(long seed, long count) throws Exception {
        ProgressLine progress =
                new ProgressLine(new PrintWriter(System.out, true, StandardCharsets.UTF_8), "soak exalt");
        SoakResult result = new ExaltSoak().run(new SoakOptions(seed, count, work), progress);
        assertThat(result.passed()).as("seed %d: %s", seed, result.detail()).isTrue();
    }
}
