package org.underbase.combinedlog.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.testbed.mini.MiniHdfs;

/** Commands {@code combinedlog wal} against a NameNode. */
@Tag("cluster")
class WalCommandTest {
    @TempDir
    static Path directory;

    private static MiniHdfs cluster;
    private static DistributedFileSystem fs;
    private static String root;

    @BeforeAll
    static void start() throws IOException {
        cluster = MiniHdfs.builder().dataNodes(0).start();
        fs = cluster.fileSystem();
        root = fs.getUri() + "/hbase";
        fs.mkdirs(new org.apache.hadoop.fs.Path(root, "WALs"));
    }

    @AfterAll
    static void stop() throws IOException {
        cluster.close();
    }

    @Test
    void disableRestoresThePlacementAfterEnable() throws IOException {
        Path conf = Files.createDirectory(directory.resolve("conf"));
        Files.writeString(
                conf.resolve("hbase-site.xml"),
                "<configuration><property><name>hbase.rootdir</name><value>" + root
                        + "</value></property></configuration>");
        CommandRun enable = CommandRun.run("wal", "enable", "--conf", conf.toString());
        assertThat(enable.exitCode())
                .as("three of four are missing: " + enable.err())
                .isEqualTo(3);
        assertThat(enable.out())
                .contains(root + "/WALs", "ALL_SSD", "inherited storage policy", "(missing)")
                .contains("note: set hbase.wal.hsync=true");
        CommandRun show = CommandRun.run(
                "wal",
                "show",
                "--root",
                root,
                "--json",
                "-D",
                "hbase.wal.hsync=true",
                "-D",
                "hbase.wal.storage.policy=ONE_SSD");
        assertThat(show.json().get("directories").get(0).get("enabled").asBoolean())
                .isTrue();
        assertThat(show.json().get("directories").get(0).get("storagePolicy").asText())
                .isEqualTo("ALL_SSD");
        assertThat(show.json().get("notes").toString())
                .contains("remove hbase.wal.storage.policy=ONE_SSD")
                .doesNotContain("hsync");
        CommandRun disable = CommandRun.run("wal", "disable", "--root", root);
        assertThat(disable.out()).as(disable.err()).contains("HOT (inherited)").doesNotContain("ALL_SSD");
    }

    @Test
    void invalidUsageIsReported() {
        assertThat(CommandRun.run("wal", "enable", "--root", root, "--policy", "NONSENSE"))
                .satisfies(run -> assertThat(run.exitCode()).isEqualTo(2))
                .satisfies(run -> assertThat(run.err()).contains("unknown storage policy 'NONSENSE'"));
        assertThat(CommandRun.run("wal", "enable", "--root", root, "--vector", "log=3"))
                .satisfies(run -> assertThat(run.exitCode()).isEqualTo(2))
                .satisfies(run -> assertThat(run.err()).contains("hdfs-tiered"));
        assertThat(CommandRun.run("wal", "enable", "--policy", "HOT", "--vector", "log=3")
                        .exitCode())
                .isEqualTo(2);
        assertThat(CommandRun.run("wal", "show", "--root", root + "/nothing/here")
                        .exitCode())
                .isEqualTo(3);
        assertThat(CommandRun.run("wal", "disable", "--root", root + "/nothing/here")
                        .err())
                .contains("HBase creates them at its first start");
    }
}
