package org.underbase.demo.compaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
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

    /** Looks at nothing, but HBase would ask it about compactions. */
    public static final class Onlooker implements RegionCoprocessor, RegionObserver {
        @Override
        public Optional<RegionObserver> getRegionObserver() {
            return Optional.of(this);
        }
    }

    @Test
    void withAnObserverTheOutputCrossesBothTimesAndNothingIsCalledLocal() throws Exception {
        try (CompactionCluster cluster = CompactionCluster.start(
                directory.resolve("observed"),
                Path.of("target", "cluster-logs", "CompactionClusterTest"),
                line -> {},
                Map.of("hbase.coprocessor.user.region.classes", Onlooker.class.getName()))) {
            Compared result = (Compared) cluster.compare(SEED, line -> {});

            assertThat(result.decision().local()).as("%s", result).isFalse();
            assertThat(result.decision().reason()).isEqualTo("INELIGIBLE");
            assertThat(result.decision().said()).contains("Falling back to stock compaction of", "(INELIGIBLE)");
            for (Measured side : new Measured[] {result.stock(), result.ours()}) {
                assertThat(side.crossed())
                        .as("what a stock compaction ships, %s", result)
                        .isBetween(2 * side.output(), 5 * side.output() / 2);
            }
        }
        assertThat(directory.resolve("observed")).doesNotExist();
    }
}
