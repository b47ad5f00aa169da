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

/** Comparison of compactions on real nodes with separate links. */
@Tag("cluster")
@Tag("long")
@Timeout(420)
class CompactionClusterTest {
    private static final long SEED = 5;

    @TempDir
    private static Path directory;

    @BeforeAll
    static void requireNetworkNamespaces() {
        String obstacle = CompactionCluster.obstacle().orElse("");
        assumeTrue(obstacle.isEmpty(), obstacle);
    }

    /** Observer without effect; HBase calls it for compactions, which makes stores ineligible. */
    public static final class IdleObserver implements RegionCoprocessor, RegionObserver {
        @Override
        public Optional<RegionObserver> getRegionObserver() {
            return Optional.of(this);
        }
    }

    @Test
    void anIneligibleStoreFallsBackAndSendsItsOutputTwice() throws Exception {
        try (CompactionCluster cluster = CompactionCluster.start(
                directory.resolve("observed"),
                Path.of("target", "cluster-logs", "CompactionClusterTest"),
                line -> {},
                Map.of("hbase.coprocessor.user.region.classes", IdleObserver.class.getName()))) {
            Compared result = (Compared) cluster.compare(SEED, line -> {});

            assertThat(result.decision().local()).as("%s", result).isFalse();
            assertThat(result.decision().reason()).isEqualTo("INELIGIBLE");
            assertThat(result.decision().logLine()).contains("Falling back to stock compaction of", "(INELIGIBLE)");
            for (CompactionMeasurement side : new CompactionMeasurement[] {result.stock(), result.local()}) {
                assertThat(side.networkBytes())
                        .as("output sent to two other replicas, %s", result)
                        .isBetween(2 * side.outputBytes(), 5 * side.outputBytes() / 2);
            }
        }
        assertThat(directory.resolve("observed")).doesNotExist();
    }
}
