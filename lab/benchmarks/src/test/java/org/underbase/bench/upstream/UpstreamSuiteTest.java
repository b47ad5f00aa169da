package org.underbase.bench.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.testbed.report.SoakOptions;
import org.underbase.testbed.report.SoakResult;

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
                        "hbase-tracer",
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

    /** The probe demands the calls of all classes, so that it fails after a part of them, such as the repetition of one. */
    @Test
    void repetitionOfAFailedClassKeepsTheResultOfTheProbe(@TempDir Path home, @TempDir Path work) throws Exception {
        UpstreamSuite suite = suite(home);
        Map<String, List<String>> runs = new LinkedHashMap<>();
        SoakResult result = suite.run(new SoakOptions(1, suite.defaultCount(), work), (run, arguments, directories) -> {
            runs.put(run, arguments);
            boolean complete = run.equals("journaled");
            Map<SurefireReports.Test, SurefireReports.Outcome> tests = new LinkedHashMap<>();
            tests.put(new SurefireReports.Test("A", "test"), outcome(!complete));
            if (arguments.contains("-Dupstream.probe.skip=false")) {
                tests.put(new SurefireReports.Test("Probe", "test"), outcome(complete));
            }
            return new SurefireReports(tests);
        });
        assertThat(runs).containsOnlyKeys("journaled", "journaled-again");
        assertThat(runs.get("journaled")).contains("-Dupstream.probe.skip=false");
        assertThat(runs.get("journaled-again")).contains("-Dupstream.probe.skip=true");
        assertThat(result.passed()).as(result.detail()).isTrue();
        assertThat(result.metrics()).containsEntry("tests", "2").containsEntry("passed", "2");
    }

    @Test
    void resultContainsMetricsOfTheProbe(@TempDir Path home, @TempDir Path work) throws Exception {
        UpstreamSuite suite = suite(home);
        SoakResult result = suite.run(new SoakOptions(1, suite.defaultCount(), work), (run, arguments, directories) -> {
            Path probe = Files.createDirectories(directories.get(0));
            Files.writeString(probe.resolve("metrics"), "compactions=7\n");
            return new SurefireReports(Map.of(new SurefireReports.Test("A", "test"), outcome(true)));
        });
        assertThat(result.metrics()).containsEntry("tests", "1").containsEntry("journaled_compactions", "7");
    }

    @Test
    void partOfTheSuiteSkipsTheProbeAndSaysSo(@TempDir Path home, @TempDir Path work) throws Exception {
        SoakResult result = suite(home).run(new SoakOptions(1, 1, work), (run, arguments, directories) -> {
            assertThat(arguments).contains("-Dupstream.probe.skip=true");
            return new SurefireReports(Map.of(new SurefireReports.Test("A", "test"), outcome(true)));
        });
        assertThat(result.passed()).isTrue();
        assertThat(result.detail()).contains("A part of the suite ran");
    }

    private static UpstreamSuite suite(Path home) throws IOException {
        Path suite = Files.createDirectories(home.resolve("module/src/test/upstream/name"));
        Files.writeString(suite.resolve("suite.properties"), "description = text\nsettings = journaled\n");
        Files.write(suite.resolve("includes"), List.of("**/A.java", "**/B.java"));
        return UpstreamSuite.of(home).get(0);
    }

    private static SurefireReports.Outcome outcome(boolean passed) {
        return new SurefireReports.Outcome(
                passed ? SurefireReports.Status.PASSED : SurefireReports.Status.FAILED, passed ? "" : "failed");
    }
}
