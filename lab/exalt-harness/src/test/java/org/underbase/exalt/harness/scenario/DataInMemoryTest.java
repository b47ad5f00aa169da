package org.underbase.exalt.harness.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of the scenario {@code data-in-memory} with a minimal count. */
@Tag("cluster")
@Tag("long")
class DataInMemoryTest {
    @TempDir
    private Path directory;

    @Test
    void dataIsInMemoryOnlyWhileFilesAreWritten() throws Exception {
        ScenarioResult result = ScenarioRuns.run(new DataInMemory(), 4, directory);
        assertThat(result.rows()).hasSize(5).allSatisfy(row -> assertThat(row).hasSameSizeAs(result.heads()));
        List<Double> written = ScenarioRuns.column(result, "GB written");
        List<Double> heap = ScenarioRuns.column(result, "DataNodes: heap MB");
        assertThat(written.get(4)).isGreaterThan(written.get(0));
        assertThat(heap).allSatisfy(megabytes -> assertThat(megabytes).isGreaterThan(1));
        assertThat((heap.get(4) - heap.get(0)) / 1e3)
                .as("GB of heap more for the GB that were written: %s", result.rows())
                .isLessThan((written.get(4) - written.get(0)) / 100);
        assertThat(ScenarioRuns.number(result.rows().get(3).get(5)))
                .as("clients' heap: %s", result.rows())
                .isPositive();
    }
}
