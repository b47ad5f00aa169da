package org.underbase.bench.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.testbed.report.SoakOptions;

/** Tests of the suites' files. */
class UpstreamSuiteTest {
    private static final Path HOME = Path.of(System.getProperty("user.dir"), "..", "..");

    @Test
    void everySuiteOfTheCheckoutHasItsFiles() throws Exception {
        List<UpstreamSuite> suites = UpstreamSuite.of(HOME);
        assertThat(suites)
                .extracting(UpstreamSuite::name)
                .containsExactlyInAnyOrder(
                        "hadoop-contract",
                        "hadoop-tiers",
                        "hadoop-combinedlog",
                        "hbase-combinedlog",
                        "hadoop-exalt",
                        "hbase-exalt",
                        "hbase-localcompact");
        for (UpstreamSuite suite : suites) {
            assertThat(suite.directory().resolve("includes")).isNotEmptyFile();
            assertThat(suite.directory().resolve("stock").resolve("excludes")).exists();
            for (String setting : suite.settings()) {
                assertThat(suite.directory().resolve(setting).resolve("excludes"))
                        .exists();
            }
            assertThat(suite.description()).isNotBlank();
        }
    }

    @Test
    void theCountSelectsPatternsByTheSeed(@TempDir Path work) throws Exception {
        UpstreamSuite suite = UpstreamSuite.of(HOME).get(0);
        List<String> all = selected(suite, 1, suite.defaultCount(), work);
        assertThat(all).hasSize((int) suite.defaultCount()).noneMatch(line -> line.isBlank() || line.startsWith("#"));
        assertThat(selected(suite, 1, 1, work)).hasSize(1).isSubsetOf(all).isEqualTo(selected(suite, 1, 1, work));
        assertThat(LongStream.range(0, 20)
                        .mapToObj(seed -> selected(suite, seed, 1, work))
                        .distinct())
                .as("selections of 20 seeds")
                .hasSizeGreaterThan(1);
    }

    private static List<String> selected(UpstreamSuite suite, long seed, long count, Path work) {
        try {
            return Files.readAllLines(suite.selected(new SoakOptions(seed, count, work)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void directoryWithoutModulesHasNoSuites(@TempDir Path empty) throws Exception {
        assertThat(UpstreamSuite.of(empty)).isEmpty();
    }

    @Test
    void missingKeyIsRejectedByName(@TempDir Path home) throws Exception {
        Path suite = Files.createDirectories(home.resolve("module/src/test/upstream/name"));
        Files.writeString(suite.resolve("suite.properties"), "description = text\n");
        assertThatIOException().isThrownBy(() -> UpstreamSuite.of(home)).withMessageContaining("settings");
    }
}
