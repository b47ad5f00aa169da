package org.underbase.combinedlog.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.JournaledDatasetFactory;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.testbed.mini.MiniHdfs;

/** Commands for the combined logs of running DataNodes. */
@Tag("cluster")
class DatanodeCommandTest {
    private static final String LIMIT = "dfs.datanode.combinedlog.sync.max.bytes";

    @TempDir
    static Path conf;

    private static MiniHdfs hdfs;

    @BeforeAll
    static void start() throws IOException {
        hdfs = MiniHdfs.builder()
                .dataNodes(2)
                .set("dfs.datanode.fsdataset.factory", JournaledDatasetFactory.class.getName())
                .set("dfs.datanode.combinedlog.segment.size", "1m")
                .start();
        try (OutputStream out = Files.newOutputStream(conf.resolve("hdfs-site.xml"))) {
            hdfs.configuration().writeXml(out);
        }
    }

    @AfterAll
    static void stop() throws IOException {
        hdfs.close();
    }

    private static CommandRun run(String command, String... more) {
        String[] args = new String[more.length + 4];
        args[0] = "datanode";
        args[1] = command;
        args[2] = "--conf";
        args[3] = conf.toString();
        System.arraycopy(more, 0, args, 4, more.length);
        return CommandRun.run(args);
    }

    @Test
    void statusShowsAllLiveDataNodes() throws IOException {
        CommandRun json = run("status", "--json");
        assertThat(json.exitCode()).as(json.err()).isZero();
        assertThat(json.json().path("datanodes")).hasSize(2).allSatisfy(each -> {
            assertThat(each.path("active").asBoolean()).isTrue();
            assertThat(each.path("metrics").path("JournalActive").asLong()).isEqualTo(1);
            assertThat(each.path("settings").path(LIMIT).asText()).isEqualTo("256k");
            assertThat(each.path("error").isNull()).isTrue();
        });
        assertThat(run("status").out()).contains("(active)", "SyncsJournaled", LIMIT + "=256k");
    }

    @Test
    void streamsAndCheckpoint() throws IOException {
        try (FSDataOutputStream out = hdfs.fileSystem().create(new org.apache.hadoop.fs.Path("/open"))) {
            out.write(1);
            out.hsync();
            CommandRun streams = run("streams");
            assertThat(streams.exitCode()).as(streams.err()).isZero();
            assertThat(streams.out()).contains("blk_", "open");
            JsonNode first = run("streams", "--json").json().path("datanodes").path(0);
            assertThat(first.path("streams").path(0).path("syncedBytes").asLong())
                    .isEqualTo(1);

            assertThat(run("checkpoint").exitCode()).isEqualTo(2);
            CommandRun checkpoint = run("checkpoint", "--all");
            assertThat(checkpoint.exitCode()).as(checkpoint.err()).isZero();
            assertThat(checkpoint.out().lines()).hasSize(2).allMatch(line -> line.contains("checkpoint completed in "));
        }
    }

    @Test
    void setChangesOneDataNode() throws IOException {
        String address = "localhost:" + hdfs.cluster().getDataNodes().get(0).getIpcPort();
        CommandRun set = run("set", "--datanode", address, LIMIT + "=1m");
        assertThat(set.exitCode()).as(set.err()).isZero();
        assertThat(set.out()).contains(LIMIT + "=1m");
        assertThat(run("status", "--json").json().findValuesAsText(LIMIT)).containsExactlyInAnyOrder("1m", "256k");

        CommandRun invalid = run("set", "--datanode", address, "dfs.datanode.combinedlog.dir=/other");
        assertThat(invalid.exitCode()).isEqualTo(1);
        assertThat(invalid.err()).contains("cannot change dfs.datanode.combinedlog.dir while the DataNode runs");
        assertThat(run("set", "--datanode", address, LIMIT + "=256k").exitCode())
                .isZero();
    }

    @Test
    void invalidArgumentsAreUsageErrors() {
        CommandRun set = run("set", "--all", "=5");
        assertThat(set.exitCode()).isEqualTo(2);
        assertThat(set.err()).startsWith("missing key in '=5': expected KEY=VALUE");
        CommandRun streams = run("streams", "--limit", "-1");
        assertThat(streams.exitCode()).isEqualTo(2);
        assertThat(streams.err()).startsWith("invalid --limit -1: must be at least 1");
    }

    @Test
    void emptySizeChangesNoSetting() throws IOException {
        CommandRun set = run("set", "--all", LIMIT + "=");
        assertThat(set.exitCode()).isEqualTo(1);
        assertThat(set.err()).contains("invalid value '' of " + LIMIT);
        assertThat(run("status", "--json").json().findValuesAsText(LIMIT)).containsOnly("256k");
    }

    @Test
    void userWithoutRightsIsReferredToTheSuperuser() throws Exception {
        UserGroupInformation user = UserGroupInformation.createUserForTesting("mallory", new String[] {"users"});
        CommandRun status = user.doAs((PrivilegedExceptionAction<CommandRun>) () -> run("status", "--all"));
        assertThat(status.exitCode()).isEqualTo(1);
        assertThat(status.err())
                .startsWith("cannot list the live DataNodes: ")
                .endsWith("; run as the HDFS superuser, or use --datanode" + System.lineSeparator());
    }

    @Test
    void anInvalidAddressIsReported() throws IOException {
        CommandRun status = run("status", "--datanode", "localhost:port");
        assertThat(status.exitCode()).isEqualTo(2);
        assertThat(status.err()).startsWith("invalid --datanode localhost:port: expected HOST or HOST:PORT");
    }

    @Test
    void anUnreachableDataNodeIsReported() throws IOException {
        CommandRun status = run("status", "--datanode", "localhost:1", "--json");
        assertThat(status.exitCode()).isEqualTo(1);
        assertThat(status.err()).contains("localhost:1: ");
        assertThat(status.json().path("datanodes").path(0).path("error").asText())
                .isNotEmpty();
    }
}
