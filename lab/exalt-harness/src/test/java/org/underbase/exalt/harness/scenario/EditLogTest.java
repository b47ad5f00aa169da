package org.underbase.exalt.harness.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the scenario {@code edit-log} with a minimal count: the two locations by default, all variants with {@code --long}. */
@Tag("cluster")
class EditLogTest {
    @TempDir
    private Path directory;

    @Test
    void editLogInMemoryIsRemovedWithItsCluster() throws Exception {
        assertMeasured(new EditLog(EditLog.Coverage.LOCATIONS), 1, 2);
    }

    @Test
    @Tag("long")
    void everyVariantOfTheEditLogIsMeasured() throws Exception {
        assertMeasured(new EditLog(), 3, 5);
    }

    private void assertMeasured(EditLog scenario, int minRows, int maxRows) throws Exception {
        Set<String> before = ScenarioRuns.entries(ScenarioRuns.MEMORY);
        ScenarioResult result = ScenarioRuns.run(scenario, 1, directory);
        assertThat(result.rows()).hasSizeBetween(minRows, maxRows);
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
