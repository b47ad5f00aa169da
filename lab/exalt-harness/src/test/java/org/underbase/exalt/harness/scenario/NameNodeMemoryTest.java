package org.underbase.exalt.harness.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of the scenario {@code namenode-memory} with a minimal count. */
@Tag("cluster")
@Tag("long")
class NameNodeMemoryTest {
    @TempDir
    private Path directory;

    @Test
    void heapPerFileAndBlockIsMeasured() throws Exception {
        ScenarioResult result = ScenarioRuns.run(new NameNodeMemory(), 800, directory);
        assertThat(result.rows()).hasSize(5).allSatisfy(row -> assertThat(row).hasSameSizeAs(result.heads()));
        List<Double> blocks = ScenarioRuns.column(result, "blocks");
        assertThat(blocks.get(4) - blocks.get(0)).isEqualTo(800);
        List<Double> heap = ScenarioRuns.column(result, "heap MB");
        assertThat(heap).allSatisfy(megabytes -> assertThat(megabytes).isGreaterThan(1));
        assertThat(result.verdict()).containsPattern("bytes (of heap )?per (file|block)");
    }
}
