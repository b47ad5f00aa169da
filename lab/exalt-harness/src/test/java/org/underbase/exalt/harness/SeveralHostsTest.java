package org.underbase.exalt.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.exalt.harness.cluster.ClusterOptions;
import org.underbase.exalt.harness.cluster.EmulatedJvm;
import org.underbase.exalt.harness.cluster.ExaltCluster;
import org.underbase.exalt.harness.load.LoadProgress;
import org.underbase.exalt.harness.load.LoadSpec;
import org.underbase.exalt.harness.measure.Phase;
import org.underbase.exalt.harness.run.Run;
import org.underbase.exalt.harness.run.RunOptions;
import org.underbase.exalt.harness.run.RunResult;
import org.underbase.testbed.network.Network;

/** Tests of emulated DataNodes on several hosts with separate addresses and links; their processes share only a directory. */
@Tag("cluster")
@Tag("long")
@Timeout(600)
class SeveralHostsTest {
    private static final int HOSTS = 3;
    private static final long FILE = 24 << 20;
    private static final long BLOCK = 8 << 20;
    private static final int FILES = 4;
    private static final long RATIO = 20;
    /**
     * Disables load-based placement: the first of three DataNodes whose heartbeat reports writers would exceed twice the average load, and
     * would receive no blocks until the other heartbeats.
     */
    private static final Map<String, String> EVEN =
            Map.of("dfs.namenode.redundancy.considerLoad", "false", "dfs.heartbeat.interval", "1");

    @TempDir
    private Path directory;

    @BeforeEach
    void namespaces() {
        Optional<String> obstacle = Network.namespaces().obstacle();
        assumeTrue(obstacle.isEmpty(), () -> obstacle.orElse(""));
    }

    private ClusterOptions options(int realDatanodes) {
        return new ClusterOptions(
                        HOSTS,
                        HOSTS,
                        realDatanodes,
                        false,
                        true,
                        "1T",
                        "256m",
                        "512m",
                        EVEN,
                        directory.resolve("cluster"))
                .on(HOSTS);
    }

    private static LoadSpec write(String where, int replication) {
        return new LoadSpec(LoadSpec.Kind.WRITE, where, 2, FILE, FILES, 0, (short) replication, BLOCK, 1, 1);
    }

    /** Each host has one of the three replicas, so that all data crosses three links. */
    @Test
    void framesCrossHostsAlsoAfterARestartOfAKilledProcess() throws Exception {
        ClusterOptions options = options(0);
        LoadSpec write = write("/first", HOSTS);
        try (ExaltCluster cluster = ExaltCluster.start(options, line -> {})) {
            RunResult first = new Run(new RunOptions(options, write, 2, false), line -> {}).on(cluster, 1);
            assertThat(first.errors()).as(first.warnings().toString()).isZero();
            for (Phase phase : first.phases()) {
                assertThat(phase.progress().bytes()).isEqualTo(FILES * FILE);
                assertThat(phase.networkBytes()).as(phase.name()).isBetween(1L, phase.sentBytes() / RATIO);
            }
            assertThat(first.fidelity().facts()).containsEntry("hosts", Integer.toString(HOSTS));

            EmulatedJvm killed = cluster.emulated().get(1);
            killed.kill();
            killed.start();
            cluster.awaitLive(HOSTS);
            LoadProgress read = cluster.load(write.read(2)).await();
            assertThat(read.firstError()).isEmpty();
            assertThat(read.bytes()).isEqualTo(FILES * FILE);
            LoadSpec again = write("/second", HOSTS);
            long before = cluster.linkBytes();
            assertThat(cluster.load(again).await().firstError()).isEmpty();
            assertThat(cluster.load(again.read(2)).await().bytes()).isEqualTo(FILES * FILE);
            assertThat(cluster.linkBytes() - before).isLessThan((HOSTS + 1) * FILES * FILE / RATIO);
            assertThat(killed.bytes().socketRead()).isGreaterThan(FILES * FILE);
        }
        assertThat(directory.resolve("cluster")).doesNotExist();
    }

    /** The real DataNode has a replica of each block, as the others have. */
    @Test
    void realDataNodeOnAHostReceivesEveryByte() throws Exception {
        ClusterOptions options = options(1);
        LoadSpec write = write("/mixed", HOSTS + 1);
        try (ExaltCluster cluster = ExaltCluster.start(options, line -> {})) {
            RunResult mixed = new Run(new RunOptions(options, write, 2, false), line -> {}).on(cluster, 1);
            assertThat(mixed.errors()).as(mixed.warnings().toString()).isZero();
            Phase written = mixed.phases().get(0);
            assertThat(written.networkBytes()).isGreaterThan(FILES * FILE / 2);
            assertThat(mixed.phases().get(1).progress().bytes()).isEqualTo(FILES * FILE);
        }
    }
}
