package org.underbase.demo.compaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.demo.compaction.CompactionResult.Compared;

/** Real nodes with links of their own. */
@Tag("cluster")
@Timeout(420)
class CompactionClusterTest {
    private static final long SEED = 5;

    @TempDir
    private static Path directory;

    @BeforeAll
    static void nodesCanHaveLinks() {
        String obstacle = CompactionCluster.obstacle().orElse("");
        assumeTrue(obstacle.isEmpty(), obstacle);
    }

    @Test
    void switchedOffTheOutputCrossesBothTimesAndNothingIsCalledLocal() throws Exception {
        try (CompactionCluster cluster = CompactionCluster.start(
                directory.resolve("off"),
                Path.of("target", "cluster-logs", "CompactionClusterTest"),
                line -> {},
                Map.of("underbase.localcompact.enabled", "false"))) {
            Compared result = (Compared) cluster.compare(SEED, line -> {});

            assertThat(result.decision().local()).as("%s", result).isFalse();
            assertThat(result.decision().reason()).isEqualTo("OFF");
            assertThat(result.decision().said()).contains("is compacted as ever (OFF)");
            for (Measured side : new Measured[] {result.stock(), result.ours()}) {
                assertThat(side.crossed())
                        .as("what a stock compaction ships, %s", result)
                        .isBetween(2 * side.output(), 5 * side.output() / 2);
            }
        }
        assertThat(directory.resolve("off")).doesNotExist();
    }
}
