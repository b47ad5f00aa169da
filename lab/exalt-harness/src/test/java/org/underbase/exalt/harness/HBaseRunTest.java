package org.underbase.exalt.harness;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.exalt.harness.cluster.ClusterOptions;
import org.underbase.exalt.harness.cluster.ExaltCluster;
import org.underbase.exalt.harness.cluster.HBaseOptions;
import org.underbase.exalt.harness.cluster.RegionServerJvm;
import org.underbase.exalt.harness.load.LoadProgress;
import org.underbase.exalt.harness.load.LoadSpec;
import org.underbase.exalt.harness.load.RowsSpec;
import org.underbase.exalt.harness.measure.HBaseWork;
import org.underbase.exalt.harness.report.RunJson;
import org.underbase.exalt.harness.report.RunText;
import org.underbase.exalt.harness.run.Run;
import org.underbase.exalt.harness.run.RunOptions;
import org.underbase.exalt.harness.run.RunResult;

/** Test with real processes: Master, ZooKeeper, two emulated RegionServers in a JVM, three emulated DataNodes, and clients. */
@Tag("cluster")
@Tag("long")
@Timeout(600)
class HBaseRunTest {
    private static final int ROWS = 80;
    private static final int MORE_ROWS = 20;
    private static final int VALUE = 500_000;
    private static final int REGIONS = 6;
    private static final double RATIO = 50;
    private static final long SEED = 7;

    @TempDir
    private Path directory;

    @Test
    void everyRowIsReadBackAfterAFlushAndAfterAKillOfItsRegionServer() throws Exception {
        ClusterOptions options = new ClusterOptions(
                        3,
                        1,
                        0,
                        false,
                        true,
                        "1T",
                        "256m",
                        "512m",
                        // Short, so that the Master soon detects a killed RegionServer.
                        Map.of("zookeeper.session.timeout", "15000", "dfs.heartbeat.interval", "1"),
                        directory.resolve("cluster"))
                .with(HBaseOptions.of(2, 512L << 20));
        RowsSpec rows = new RowsSpec("exalt", REGIONS, 1, false);
        LoadSpec put = LoadSpec.putting(rows, 4, VALUE, ROWS, 0, (short) 3, SEED);
        try (ExaltCluster cluster = ExaltCluster.start(options, line -> {})) {
            assertReported(new Run(new RunOptions(options, put, 4, false), line -> {}).on(cluster, 1));

            // Rows that were not flushed are in the write-ahead logs only.
            LoadSpec more = LoadSpec.putting(rows, 4, VALUE, ROWS + MORE_ROWS, 0, (short) 3, SEED);
            assertThat(cluster.load(more).await().firstError()).isEmpty();
            Awaitility.await("memstores to contain the last rows")
                    .atMost(Duration.ofMinutes(2))
                    .until(() -> cluster.regionServerProgress().memstoreBytes() >= (long) MORE_ROWS * VALUE);
            RegionServerJvm killed = cluster.regionServers().get(0);
            killed.kill();
            killed.start();
            cluster.awaitRegionServers();
            // One row more than exist: the missing row must be reported.
            LoadProgress read =
                    cluster.load(put.getting(4, ROWS + MORE_ROWS + 1)).await();
            assertThat(read.firstError()).isEqualTo("row " + (ROWS + MORE_ROWS) + " is missing");
            assertThat(read.errors()).isEqualTo(1);
            assertThat(read.files()).isEqualTo(ROWS + MORE_ROWS);
            assertThat(read.bytes()).isEqualTo((long) (ROWS + MORE_ROWS) * VALUE);
        }
        assertThat(directory.resolve("cluster")).doesNotExist();
    }

    private static void assertReported(RunResult result) throws Exception {
        assertThat(result.phases()).extracting("name").containsExactly("write", "flush", "read");
        assertThat(result.errors()).as(result.warnings().toString()).isZero();
        for (int phase : new int[] {0, 2}) {
            assertThat(result.phases().get(phase).progress().files()).isEqualTo(ROWS);
            assertThat(result.phases().get(phase).progress().bytes()).isEqualTo((long) ROWS * VALUE);
        }
        HBaseWork write = result.phases().get(0).hbase();
        HBaseWork flush = result.phases().get(1).hbase();
        assertThat(write.regions()).isEqualTo(REGIONS);
        assertThat(write.walBytes()).isGreaterThan((long) ROWS * VALUE);
        assertThat(write.memstoreBytes() + write.flushedBytes()).isGreaterThan((long) ROWS * VALUE);
        assertThat(write.memstoreHeapBytes())
                .as("HBase counts what its own memstore would take")
                .isGreaterThanOrEqualTo(write.memstoreBytes());
        assertThat(flush.memstoreBytes()).isZero();
        assertThat(flush.storeFiles()).isGreaterThanOrEqualTo(REGIONS);
        // Three replicas of each row in a log and three in a store file.
        assertThat(result.space().logicalBytes()).isGreaterThan(6L * ROWS * VALUE);
        assertThat(result.space().ratio()).isGreaterThan(RATIO);
        assertThat(result.fidelity().facts()).containsKeys("HBase", "write-ahead log class", "emulated RegionServers");

        JsonNode json = new ObjectMapper().readTree(RunJson.of(result));
        assertThat(json.path("phases").path(1).path("hbase").path("storeFiles").longValue())
                .isEqualTo(flush.storeFiles());
        assertThat(RunText.of(result)).contains("memstores MB", "an emulated RegionServer takes");
    }
}
