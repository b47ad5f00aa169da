package org.underbase.bench.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.testbed.report.Measurements;

/** Comparison of two reports, and its metric. */
class YarnPartTest {
    @TempDir
    private Path directory;

    private Path report(String name, String result, String... tables) throws IOException {
        Path report = directory.resolve(name);
        Files.createDirectories(report.resolve("figures"));
        Files.writeString(report.resolve("result.json"), result);
        for (String table : tables) {
            Files.writeString(report.resolve("figures").resolve(table), "bytes\n1\n");
        }
        return report;
    }

    @Test
    void changedAndMissingFilesDiffer() throws IOException {
        Path one = report("one", "{}", "a.csv", "b.csv");
        assertThat(YarnPart.differences(one, report("same", "{}", "a.csv", "b.csv")))
                .isEmpty();
        Path other = report("other", "{ }", "a.csv", "c.csv");
        assertThat(YarnPart.differences(one, other)).containsExactly("figures/b.csv", "figures/c.csv", "result.json");
        Files.writeString(other.resolve("figures/a.csv"), "bytes\n2\n");
        assertThat(YarnPart.differences(one, other)).contains("figures/a.csv");
    }

    @Test
    void theLastLineHasTheDocumentedKeys() {
        Measurements measurements = new Measurements();
        AnalysisBenchmark benchmark = new AnalysisBenchmark();
        assertThat(measurements
                        .report(benchmark.name(), benchmark.metrics(measurements))
                        .lastLine())
                .isEqualTo("bench analysis: events_per_s_core=- sums_per_s_core=- peak_mb=- duckdb_f2=- duckdb_f7=-"
                        + " yarn_equal=-");
    }
}
