package org.underbase.testbed.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.testbed.process.Command;
import org.underbase.testbed.process.CommandResult;
import org.underbase.testbed.process.ProcessIdentity;

/** Commands that start, list and stop clusters, each in a separate JVM as in different shells. */
@Tag("cluster")
class ClusterCommandTest {
    @TempDir
    private Path temporary;

    @AfterEach
    void stopAll() throws IOException {
        underbase("stop", "--all", "--now");
    }

    @Test
    void clusterRunsFromStartToStop() throws IOException {
        CommandResult start = underbase("start", "--nodes", "2", "--no-hbase", "--name", "one", "--set", "a.b=c");
        assertThat(start.exitCode()).as(start.err()).isZero();
        assertThat(start.out()).contains("namenode-0", "datanode-0", "export HADOOP_CONF_DIR=", "http://127.");
        assertThat(start.err()).contains("HDFS serves");

        CommandResult again = underbase("start", "--no-hbase", "--name", "one");
        assertThat(again.exitCode()).isEqualTo(1);
        assertThat(again.err())
                .contains("underbase cluster: cluster 'one' exists")
                .hasLineCount(1);

        CommandResult other = underbase("start", "--nodes", "1", "--no-hbase", "--name", "two");
        assertThat(other.exitCode()).as(other.err()).isZero();

        CommandResult status = underbase("status", "--json");
        assertThat(status.exitCode()).isZero();
        JsonNode clusters = new ObjectMapper().readTree(status.out());
        assertThat(clusters).hasSize(2);
        JsonNode one = clusters.get(0);
        assertThat(one.get("daemons")).hasSize(3);
        assertThat(Path.of(one.get("clientConfiguration").asText()).resolve("core-site.xml"))
                .content()
                .contains("a.b");

        CommandResult exec = underbase(
                "exec", "--name", "one", "--java", "client", "org.apache.hadoop.fs.FsShell", "-mkdir", "/made");
        assertThat(exec.exitCode()).as(exec.err()).isZero();

        long pid = one.get("daemons").get(0).get("pid").longValue();
        Command.of("kill", "-9", Long.toString(pid)).run().orThrow();
        CommandResult broken = underbase("status", "--name", "one");
        assertThat(broken.exitCode()).isEqualTo(3);
        assertThat(broken.out()).contains("exited");

        CommandResult stop = underbase("stop", "--name", "one");
        assertThat(stop.exitCode()).as(stop.err()).isZero();
        assertThat(stop.out()).contains("cluster one is removed");
        assertThat(Path.of(one.get("directory").asText())).doesNotExist();
        for (JsonNode daemon : one.get("daemons")) {
            assertThat(ProcessIdentity.of(daemon.get("pid").longValue())).isEmpty();
        }
        assertThat(underbase("stop", "--name", "one").exitCode()).isZero();
        assertThat(underbase("status").out()).contains("cluster two").doesNotContain("cluster one");
    }

    @Test
    void failedStartReleasesTheName() throws IOException {
        CommandResult start = underbase("start", "--no-hbase", "--name", "bad", "--set", "dfs.replication=no-number");
        assertThat(start.exitCode()).isEqualTo(1);
        assertThat(start.err()).contains("underbase cluster: ", "no-number");
        assertThat(underbase("status").out()).contains("no clusters");
        assertThat(temporary.resolve("clusters")).doesNotExist();
    }

    @Test
    void invalidArgumentsAreReportedInOneLine() throws IOException {
        assertThat(underbase("start", "--nodes", "0").err()).contains("at least 1 nodes, not 0");
        assertThat(underbase("start", "--rate", "1gbit").err()).contains("--rate needs --netns");
        assertThat(underbase("start", "--jvm", "teapot=-Xmx1g").err()).contains("no such role: 'teapot'");
        assertThat(underbase("start", "--name", "../evil").exitCode()).isEqualTo(1);
        assertThat(underbase("exec", "--name", "none", "n1", "true").err()).contains("no cluster 'none'");
        assertThat(underbase("kill", "--name", "none", "n1/datanode-0").err()).contains("no cluster 'none'");
        assertThat(underbase("start", "--with", "teapot").err()).contains("no such feature: 'teapot' (one of tiers, ");
        assertThat(underbase("start", "--with", "tiers").err()).contains("add module hdfs-tiered");
        assertThat(underbase().exitCode()).isEqualTo(2);
        assertThat(Files.exists(temporary.resolve("clusters"))).isFalse();
    }

    private CommandResult underbase(String... arguments) throws IOException {
        return new CliRunner(temporary.resolve("clusters")).run(arguments);
    }
}
