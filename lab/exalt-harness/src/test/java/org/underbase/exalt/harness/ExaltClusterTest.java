package org.underbase.exalt.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.RemoteIterator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.exalt.harness.cluster.ClusterOptions;
import org.underbase.exalt.harness.cluster.EmulatedJvm;
import org.underbase.exalt.harness.cluster.ExaltCluster;
import org.underbase.exalt.harness.cluster.LoadJvm;
import org.underbase.exalt.harness.load.LoadProgress;
import org.underbase.exalt.harness.load.LoadSpec;
import org.underbase.exalt.harness.measure.Sampler;
import org.underbase.exalt.harness.node.AgentBytes;
import org.underbase.exalt.harness.run.Space;

/** Tests with real processes: a NameNode, twelve emulated DataNodes under the agent, a real DataNode, and clients. */
@Tag("cluster")
class ExaltClusterTest {
    private static final long FILE = 24 << 20;
    private static final long BLOCK = 8 << 20;
    private static final int FILES = 16;
    private static final int DATANODES = 13;
    private static final double RATIO = 50;
    /** Ratio of logical bytes to physical bytes, including headers and acknowledgments. */
    private static final long RATIO_OF_BYTES = 20;
    /** A ratio above 129 requires that checksums are not sent. */
    private static final long RATIO_ON_THE_WIRE = 150;

    @TempDir
    private Path directory;

    private ClusterOptions options() {
        // Two DataNodes per JVM and three replicas: one replica is in another JVM.
        return new ClusterOptions(
                DATANODES - 1,
                6,
                1,
                false,
                true,
                "1T",
                "256m",
                "512m",
                Map.of("dfs.namenode.reconstruction.pending.timeout-sec", "5", "dfs.heartbeat.interval", "1"),
                directory.resolve("cluster"));
    }

    @Test
    void killedJvmOfDataNodesHasAllBlocksAfterItsRestart() throws Exception {
        try (ExaltCluster cluster = ExaltCluster.start(options(), line -> {})) {
            LoadSpec write = new LoadSpec(LoadSpec.Kind.WRITE, "/exalt", 3, FILE, FILES, 0, (short) 3, BLOCK, 1, 1);
            LoadJvm writers = cluster.load(write);
            Awaitility.await("a quarter of the data to be written")
                    .atMost(Duration.ofMinutes(2))
                    .until(() -> writers.progress().bytes() > FILE * FILES / 4 || !writers.busy());
            assertThat(writers.progress().firstError()).isEmpty();
            // Before the kill: transfers between DataNodes send checksums separately.
            AgentBytes pipelines = AgentBytes.NOTHING;
            for (EmulatedJvm each : cluster.emulated()) {
                pipelines = pipelines.plus(each.bytes());
            }
            assertThat(pipelines.socketRead()).isGreaterThan(RATIO_ON_THE_WIRE * pipelines.physicalSocketRead());
            EmulatedJvm killed = cluster.emulated().get(2);
            killed.kill();
            LoadProgress written = writers.await();
            assertThat(written.firstError()).isEmpty();
            assertThat(written.bytes()).isEqualTo(FILE * FILES);

            killed.start();
            cluster.awaitLive(DATANODES);
            try (FileSystem fs = FileSystem.newInstance(cluster.configuration())) {
                Awaitility.await("three intact replicas of each block")
                        .atMost(Duration.ofMinutes(3))
                        .pollInterval(Duration.ofSeconds(1))
                        .until(() -> state(cluster, "CorruptBlocks") == 0
                                && state(cluster, "UnderReplicatedBlocks") == 0
                                && state(cluster, "PendingDeletionBlocks") == 0
                                && leastReplicas(fs) == write.replication());
            }
            LoadProgress read = cluster.load(write.read(3)).await();
            assertThat(read.firstError()).isEmpty();
            assertThat(read.files()).isEqualTo(FILES);
            assertThat(read.bytes()).isEqualTo(written.bytes());
            assertThat(Space.of(cluster).ratio()).isGreaterThan(RATIO);
            AgentBytes untouched = cluster.emulated().get(0).bytes();
            assertThat(untouched.fileWritten()).isGreaterThan(RATIO_OF_BYTES * untouched.physicalFileWritten());
        }
        assertThat(directory.resolve("cluster")).doesNotExist();
    }

    @Test
    @Tag("long")
    void addedDataNodesRegisterAndAKilledProcessIsNamed() throws Exception {
        try (ExaltCluster cluster = ExaltCluster.start(options(), line -> {})) {
            cluster.add(2);
            assertThat(state(cluster, "NumLiveDataNodes")).isEqualTo(DATANODES + 2);
            assertNamed(cluster, cluster.emulated().get(1)::kill, "emulated-1 was killed, by kill -9 or");
            cluster.emulated().get(1).start();
            cluster.awaitLive(DATANODES + 2);
            assertNamed(cluster, cluster.nameNode()::kill, "namenode-0 on n1 was killed, by kill -9 or");
        }
    }

    /** The peers of an exited process report only a lost connection. */
    private static void assertNamed(ExaltCluster cluster, ThrowingCallable kill, String words) throws Exception {
        LoadSpec write = new LoadSpec(LoadSpec.Kind.WRITE, "/more", 2, FILE, 0, 300, (short) 3, BLOCK, 1, 1);
        AtomicBoolean killed = new AtomicBoolean();
        assertThatThrownBy(() -> new Sampler(cluster).run("write", write, (sample, progress) -> {
                    if (progress.bytes() > 0 && !killed.getAndSet(true)) {
                        assertThatCode(kill).doesNotThrowAnyException();
                    }
                }))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(words);
    }

    private static long state(ExaltCluster cluster, String key) throws IOException {
        JsonNode value = cluster.nameNode()
                .jmx("Hadoop:service=NameNode,name=FSNamesystem")
                .path(0)
                .path(key);
        assertThat(value.isNumber()).as(key).isTrue();
        return value.longValue();
    }

    private static int leastReplicas(FileSystem fs) throws IOException {
        int least = Integer.MAX_VALUE;
        RemoteIterator<LocatedFileStatus> files = fs.listFiles(new org.apache.hadoop.fs.Path("/exalt"), true);
        while (files.hasNext()) {
            LocatedFileStatus file = files.next();
            long end = 0;
            for (BlockLocation block : file.getBlockLocations()) {
                assertThat(block.getOffset()).isEqualTo(end);
                end += block.getLength();
                least = Math.min(least, block.getNames().length);
            }
            assertThat(end).isEqualTo(FILE);
        }
        return least;
    }
}
