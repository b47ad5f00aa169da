package org.underbase.combinedlog.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.JournaledDatasetFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.combinedlog.conf.CombinedLogKeys;

/**
 * Commands {@code combinedlog directory} on a cluster with one DataNode that has the feature, one without a combined log and one
 * without the storage type.
 */
@Tag("cluster")
class DirectoryCommandTest {
    @TempDir
    static Path directory;

    private static MiniDFSCluster cluster;
    private static DistributedFileSystem fs;

    @BeforeAll
    static void start() throws IOException {
        Configuration conf = new HdfsConfiguration();
        conf.set(CombinedLogKeys.SEGMENT_SIZE.name(), "1m");
        conf.set(CombinedLogKeys.SEGMENT_MAX.name(), "1m");
        conf.set(CombinedLogKeys.DURABLE_HFLUSH.name(), "NVDIMM");
        Configuration journaled = new Configuration(false);
        journaled.set("dfs.datanode.fsdataset.factory", JournaledDatasetFactory.class.getName());
        Configuration stock = new Configuration(false);
        StorageType[] both = {StorageType.DISK, StorageType.NVDIMM};
        cluster = new MiniDFSCluster.Builder(conf, directory.toFile())
                .numDataNodes(3)
                .storagesPerDatanode(2)
                .storageTypes(new StorageType[][] {both, both, {StorageType.DISK, StorageType.DISK}})
                .dataNodeConfOverlays(new Configuration[] {journaled, stock, stock})
                .build();
        cluster.waitActive();
        fs = cluster.getFileSystem();
    }

    @AfterAll
    static void stop() {
        cluster.shutdown();
    }

    private static String create(String name) throws IOException {
        String path = cluster.getURI() + "/" + name;
        assertThat(fs.mkdirs(new org.apache.hadoop.fs.Path(path))).isTrue();
        return path;
    }

    private static CommandRun run(String... args) {
        return CommandRun.run(Stream.concat(
                        Stream.of("directory"),
                        Stream.concat(
                                Stream.of(args), Stream.of("-D", CombinedLogKeys.DURABLE_HFLUSH.name() + "=NVDIMM")))
                .toArray(String[]::new));
    }

    @Test
    void setShowAndUnsetPrintTheMode() throws IOException {
        String path = create("shown");
        CommandRun set = run("set", "--mode", "durable-hflush", path);
        assertThat(set.exitCode()).as(set.err()).isZero();
        assertThat(set.out()).contains(path, "durable-hflush", "ALL_NVDIMM", "DISK", "inherited storage policy");
        JsonNode shown = run("show", "--json", path).json().get("directories").get(0);
        assertThat(shown.get("mode").asText()).isEqualTo("durable-hflush");
        assertThat(shown.get("storageTypes").toString()).isEqualTo("[\"NVDIMM\"]");
        assertThat(shown.get("weakFallbacks").toString()).isEqualTo("[\"DISK\"]");
        assertThat(run("unset", path).out())
                .contains("journal", "HOT (inherited)")
                .doesNotContain("NVDIMM");
    }

    @Test
    void checkReportsReplicasOnOtherStorageTypesAndDataNodesWithoutTheMode() throws IOException {
        String path = create("checked");
        assertThat(run("set", "--mode", "durable-hflush", path).exitCode()).isZero();
        assertThat(run("check", path).exitCode()).as("without files").isZero();
        org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(path, "wal");
        try (FSDataOutputStream out = fs.create(file, (short) 3)) {
            out.write(new byte[1000]);
            out.hflush();
            CommandRun check = run("check", "--datanodes", "--json", path);
            assertThat(check.exitCode()).as(check.err()).isEqualTo(3);
            JsonNode counted = check.json().get("directories").get(0);
            assertThat(counted.get("complete").asBoolean()).isFalse();
            assertThat(counted.get("replicas").toString()).isEqualTo("{\"DISK\":1,\"NVDIMM\":2}");
            assertThat(counted.get("misplacedReplicas").asInt()).isEqualTo(1);
            assertThat(counted.get("openFiles").asInt()).isEqualTo(1);
            assertThat(counted.get("misplacedOpenFiles").asInt()).isEqualTo(1);
            assertThat(counted.get("misplacedFiles").get(0).asText()).isEqualTo(file.toString());
            JsonNode nodes = check.json().get("datanodes");
            assertThat(nodes).as("those with an NVDIMM").hasSize(2);
            assertThat(List.of(nodes.get(0), nodes.get(1)))
                    .extracting(each -> each.path("problem").asText(""))
                    .satisfiesExactlyInAnyOrder(
                            problem -> assertThat(problem).isIn("", "null"),
                            problem -> assertThat(problem).contains("has no combined log"));
        }
        // The DataNodes report their replicas after the close.
        await().atMost(Duration.ofMinutes(1))
                .until(() -> fs.getFileBlockLocations(file, 0, 1)[0].getHosts().length == 3);
        CommandRun closed = run("check", "--datanodes", path);
        assertThat(closed.exitCode()).isEqualTo(3);
        assertThat(closed.out()).contains("1 misplaced, in 0 open files", "misplaced: " + file, "has no combined log");
    }

    @Test
    void dataNodeWithoutTheKeyIsReported() throws IOException {
        String path = create("keyless");
        assertThat(CommandRun.run(
                                "directory",
                                "set",
                                "--mode",
                                "durable-hflush",
                                "-D",
                                CombinedLogKeys.DURABLE_HFLUSH.name() + "=DISK",
                                path)
                        .exitCode())
                .isZero();
        CommandRun check = CommandRun.run(
                "directory", "check", "--datanodes", "-D", CombinedLogKeys.DURABLE_HFLUSH.name() + "=DISK", path);
        assertThat(check.exitCode()).isEqualTo(3);
        assertThat(check.out()).contains("the mode of DISK is journal, not durable-hflush", "has no combined log");
    }

    @Test
    void failuresAreOneLine() throws IOException {
        String path = create("failing");
        assertThat(run("set", "--mode", "durable", path))
                .satisfies(run -> assertThat(run.exitCode()).isEqualTo(2))
                .satisfies(run ->
                        assertThat(run.err()).contains("invalid --mode durable: expected stock, journal or durable"));
        CommandRun none = CommandRun.run("directory", "set", "--mode", "durable-hflush", path);
        assertThat(none.exitCode()).isEqualTo(2);
        assertThat(none.err()).contains("no storage policy", "--conf or -D must contain the keys of the DataNodes");
        assertThat(run("show", path + "/missing"))
                .satisfies(run -> assertThat(run.exitCode()).isEqualTo(1))
                .satisfies(run ->
                        assertThat(run.err().lines()).singleElement().asString().contains("no directory"));
        assertThat(run("show", "file:///tmp").err()).contains("is not HDFS: use --conf");
        assertThat(run("show", "hdfs://nowhere.invalid:8020/logs").err())
                .contains("cannot reach the NameNode of hdfs://nowhere.invalid:8020");
        assertThat(run("show").exitCode()).isEqualTo(2);
        assertThat(CommandRun.run("directory").exitCode()).isEqualTo(2);
    }
}
