package org.underbase.testbed.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.testbed.process.CommandResult;

/** Commands for single daemons of a running cluster, each in a separate JVM as in different shells. */
@Tag("cluster")
class DaemonCommandsTest {
    private static final String DFS_ADMIN = "org.apache.hadoop.hdfs.tools.DFSAdmin";

    @TempDir
    private Path temporary;

    @AfterEach
    void stopAll() throws IOException {
        underbase("stop", "--all", "--now");
    }

    @Test
    void daemonsArePausedKilledAndRestartedByTheirPrintedNames() throws IOException {
        Path excluded = Files.createFile(temporary.resolve("excluded"));
        CommandResult start =
                underbase("start", "--nodes", "2", "--no-hbase", "--json", "--set", "dfs.hosts.exclude=" + excluded);
        assertThat(start.exitCode()).as(start.err()).isZero();
        JsonNode daemons = new ObjectMapper().readTree(start.out()).get("daemons");
        assertThat(daemons)
                .extracting(daemon -> daemon.get("daemon").asText())
                .containsExactly("n1/namenode-0", "n1/datanode-0", "n2/datanode-0");

        assertThat(underbase("pause", "n2/datanode-0").out()).isEqualTo("n2/datanode-0 paused\n");
        CommandResult paused = underbase("status");
        assertThat(paused.exitCode()).isEqualTo(3);
        assertThat(paused.out()).containsPattern("n2/datanode-0 +paused ").containsPattern("n1/datanode-0 +running ");
        assertThat(underbase("resume", "n2/datanode-0").exitCode()).isZero();
        assertThat(underbase("status").exitCode()).isZero();

        assertThat(underbase("kill", "n2/datanode-0").out()).isEqualTo("n2/datanode-0 killed\n");
        assertThat(underbase("kill", "n2/datanode-0").err()).contains("datanode-0 on n2 does not run");
        assertThat(underbase("status").out()).containsPattern("n2/datanode-0 +exited ");
        assertThat(underbase("pause", "n2/datanode-0").exitCode()).isEqualTo(1);

        assertThat(underbase("kill", "datanode-0").err())
                .contains("ambiguous daemon: 'datanode-0' (one of n1/datanode-0, n2/datanode-0)");
        CommandResult restart = underbase("restart", "n2/datanode-0");
        assertThat(restart.exitCode()).as(restart.err()).isZero();
        assertThat(restart.out()).startsWith("n2/datanode-0 restarted, pid ");
        assertThat(underbase("pause", "namenode-0").exitCode()).isZero();
        assertThat(underbase("restart", "namenode-0").exitCode()).isZero();
        assertThat(underbase("status").exitCode()).isZero();

        // The NameNode finds a DataNode in the exclude file by the address that start printed.
        String address = daemons.get(2).get("address").asText();
        Files.writeString(excluded, address + "\n");
        CommandResult excludes = underbase("exec", "--java", "client", DFS_ADMIN, "-refreshNodes");
        assertThat(excludes.exitCode()).as(excludes.err()).isZero();
        // The DataNode registers again after the restart of the NameNode.
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(underbase("exec", "--java", "client", DFS_ADMIN, "-report")
                                .out())
                        .containsPattern("Name: " + Pattern.quote(address)
                                + "[^:]*\n(.*\n){1,2}Decommission Status : Decommission(ed| in)"));
    }

    private CommandResult underbase(String... arguments) throws IOException {
        return new CliRunner(temporary.resolve("clusters")).run(arguments);
    }
}
