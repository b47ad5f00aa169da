package org.underbase.localcompact.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ConnectException;
import java.util.AbstractList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.exceptions.UnknownProtocolException;
import org.junit.jupiter.api.Test;
import org.underbase.localcompact.proto.LocalCompactProtos.CountProto;
import org.underbase.localcompact.proto.LocalCompactProtos.NodeProto;
import org.underbase.localcompact.proto.LocalCompactProtos.StatusProto;
import org.underbase.localcompact.proto.LocalCompactProtos.TaskProto;

/** Text and JSON of the status of five servers, two without a response and one with another build. */
class StatusOutputTest {
    private static final ClusterReport REPORT = new ClusterReport(List.of(
            ServerReport.of("n1,1,1", busy()),
            ServerReport.of("n2,1,1", idle("b1").build()),
            ServerReport.of("n3,1,1", idle("b2").build()),
            ServerReport.failed("n4,1,1", new UnknownProtocolException("No registered coprocessor service")),
            ServerReport.failed("n5,1,1", new ConnectException("n5,1,1: Connection refused\n\tat stack"))));

    private static StatusProto.Builder idle(String build) {
        return StatusProto.newBuilder()
                .setBuild(build)
                .setVersions("HBase 2, Java 17")
                .addCounts(count("Local", 1));
    }

    private static StatusProto busy() {
        return idle("b1")
                .addCounts(count("SavedBytes", 3 << 20))
                .addCounts(count("SavedBytesBetweenRacks", 1 << 20))
                .addCounts(count("OpenMerges", 2))
                .addCounts(count("FallbackCost", 4))
                .addCounts(count("FallbackFailed", 0))
                .addCompactions(TaskProto.newBuilder()
                        .setStore("t 0123/f")
                        .setServers("on [n2, this server]")
                        .setPhase("merging block 2")
                        .setPercent(40)
                        .setSeconds(75))
                .addNodes(NodeProto.newBuilder()
                        .setDataNode("10.0.0.3:9866")
                        .setSavedBytes(3 << 20)
                        .addFailures(count("DivergedMerges", 2))
                        .setExcludedSeconds(90)
                        .setCause("DIVERGED: it wrote other bytes"))
                .addNodes(NodeProto.newBuilder().setDataNode("10.0.0.4:9866").setSavedBytes(1 << 20))
                .build();
    }

    private static CountProto count(String name, long value) {
        return CountProto.newBuilder().setName(name).setValue(value).build();
    }

    private static String text() {
        StringWriter text = new StringWriter();
        StatusText.print(REPORT, new PrintWriter(text, true));
        return text.toString();
    }

    @Test
    void textHasARowPerServerAndTheSum() {
        assertThat(text().lines())
                .anyMatch(line -> line.matches("n1,1,1 +b1 +1 +4 +3.0 MiB +1.0 MiB +1 +2 +0 +0 +1"))
                .anyMatch(line -> line.matches("n3,1,1 +b2 \\(other\\) +1 +0 .*"))
                .anyMatch(line -> line.matches("n4,1,1 +no service( +-){9}"))
                .anyMatch(line -> line.matches("n5,1,1 +no response( +-){9}"))
                .anyMatch(line -> line.matches("total +3 +4 +3.0 MiB +1.0 MiB +1 +2 +0 +0 +1"));
    }

    @Test
    void textHasFallbacksTasksAndExcludedNodes() {
        assertThat(text().lines())
                .anyMatch(line -> line.matches("Cost +4"))
                .noneMatch(line -> line.startsWith("Failed "))
                .anyMatch(line ->
                        line.matches("n1,1,1 +t 0123/f +on \\[n2, this server] +merging block 2 +40% +1 min 15 s"))
                .anyMatch(line -> line.matches(
                        "10.0.0.3:9866 +n1,1,1 +1 min 30 s +2 DivergedMerges +DIVERGED: it wrote other bytes"))
                .anyMatch(line -> line.matches("10.0.0.3:9866 +3.0 MiB"));
    }

    @Test
    void problemsAreOneLineEachAndSayWhatToDo() {
        assertThat(text().lines().filter(line -> line.startsWith("problem: ")))
                .containsExactly(
                        "problem: n3,1,1: build b2, HBase 2, Java 17, most servers have build b1, HBase 2, Java 17:"
                                + " they reject each other's merges; install the same releases and restart it",
                        "problem: n4,1,1: no merge service: add org.underbase.localcompact.LocalCompactService to its"
                                + " hbase.coprocessor.regionserver.classes and restart it",
                        "problem: n5,1,1: no response: Connection refused; check its process and log");
    }

    @Test
    void serverWithoutLocalCompactionsAfterDifferenceIsAProblem() {
        ClusterReport report = new ClusterReport(List.of(ServerReport.of(
                "n1,1,1", idle("b1").setSuspension("a difference").build())));
        assertThat(report.problems())
                .containsExactly(
                        "n1,1,1: starts no local compaction: a difference; check its memory, disks and log, then"
                                + " restart it");
        assertThat(StatusJson.of(report).findValue("suspension").asText()).isEqualTo("a difference");
    }

    /** Otherwise the status of thousands of servers would take minutes. */
    @Test
    void eachServerIsReadFewTimesForWholeReport() {
        AtomicInteger reads = new AtomicInteger();
        List<ServerReport> servers = new AbstractList<>() {
            @Override
            public ServerReport get(int index) {
                reads.incrementAndGet();
                return REPORT.servers().get(index % REPORT.servers().size());
            }

            @Override
            public int size() {
                return 200;
            }
        };
        ClusterReport report = new ClusterReport(servers);
        StatusText.print(report, new PrintWriter(new StringWriter()));
        assertThat(StatusJson.of(report).path("servers")).hasSize(200);
        assertThat(reads).hasValueLessThan(100 * servers.size());
    }

    @Test
    void clusterWithoutProblemsHasNone() {
        ClusterReport report = new ClusterReport(REPORT.servers().subList(0, 2));
        assertThat(report.problems()).isEmpty();
    }

    @Test
    void jsonHasTheSameNumbers() throws IOException {
        ObjectNode json = StatusJson.of(REPORT);
        assertThat(json.path("totals").path("Local").asLong()).isEqualTo(3);
        assertThat(json.path("savedBytesByDataNode").path("10.0.0.3:9866").asLong())
                .isEqualTo(3 << 20);
        assertThat(json.findValuesAsText("state"))
                .containsExactly("serving", "serving", "serving", "noService", "unreachable");
        assertThat(json.findValuesAsText("otherRelease")).containsExactly("false", "false", "true");
        var first = json.path("servers").path(0);
        assertThat(first.path("counts").path("FallbackCost").asLong()).isEqualTo(4);
        assertThat(first.path("compactions").path(0).path("percent").asInt()).isEqualTo(40);
        assertThat(first.path("dataNodes")).as("nodes with failures").hasSize(1);
        assertThat(first.path("dataNodes").path(0).path("cause").asText()).isEqualTo("DIVERGED: it wrote other bytes");
        assertThat(json.path("servers").path(4).path("failure").asText()).startsWith("no response: Connection refused");
    }
}
