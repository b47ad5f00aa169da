package org.underbase.exalt.harness.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of the scenario {@code full-report} with a minimal count. */
@Tag("cluster")
@Tag("long")
class FullReportTest {
    @TempDir
    private Path directory;

    @Test
    void fullBlockReportIsTimed() throws Exception {
        ScenarioResult result = ScenarioRuns.run(new FullReport(), 400, directory);
        assertThat(result.rows()).hasSize(6).allSatisfy(row -> assertThat(row).hasSameSizeAs(result.heads()));
        assertThat(ScenarioRuns.column(result, "replicas")).containsExactly(200.0, 200.0, 200.0, 400.0, 400.0, 400.0);
        for (List<String> row : result.rows()) {
            assertThat(ScenarioRuns.number(row.get(4)))
                    .as("created and answered: %s", row)
                    .isPositive();
            assertThat(ScenarioRuns.number(row.get(4))).isGreaterThanOrEqualTo(ScenarioRuns.number(row.get(2)));
            assertThat(ScenarioRuns.number(row.get(5)))
                    .as("acquisitions of the write lock: %s", row)
                    .isBetween(1.0, 4.0);
            assertThat(ScenarioRuns.number(row.get(6))).as("hold time: %s", row).isPositive();
        }
        assertThat(result.verdict()).contains("400 replicas");
    }
}
