package org.underbase.exalt.harness.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the scenario {@code edit-log} with a minimal count. */
@Tag("cluster")
@Tag("long")
class EditLogTest {
    @TempDir
    private Path directory;

    @Test
    void everyVariantIsMeasuredAndItsDirectoriesInMemoryAreRemoved() throws Exception {
        Set<String> before = ScenarioRuns.entries(ScenarioRuns.MEMORY);
        ScenarioResult result = ScenarioRuns.run(new EditLog(), 1, directory);
        assertThat(result.rows()).hasSizeBetween(3, 5);
        for (List<String> row : result.rows()) {
            assertThat(row).hasSameSizeAs(result.heads());
            assertThat(ScenarioRuns.number(row.get(1)))
                    .as("directories/s: %s", row)
                    .isPositive();
            assertThat(ScenarioRuns.number(row.get(3))).as("syncs/s: %s", row).isPositive();
            assertThat(ScenarioRuns.number(row.get(5)))
                    .as("transactions per sync: %s", row)
                    .isPositive();
        }
        assertThat(ScenarioRuns.number(result.rows().get(0).get(4)))
                .as("ms per sync on the disk")
                .isPositive();
        assertThat(ScenarioRuns.entries(ScenarioRuns.MEMORY)).isEqualTo(before);
    }
}
