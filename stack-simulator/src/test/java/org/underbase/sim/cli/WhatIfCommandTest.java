package org.underbase.sim.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.underbase.analysis.testing.SyntheticHBase;
import org.underbase.analysis.testing.TestTrace;
import org.underbase.operator.output.ExitCode;
import org.underbase.sim.request.Activity;
import org.underbase.sim.study.Metric;
import picocli.CommandLine;

/** Alternatives for a trace of five machines, as users ask for them. */
class WhatIfCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path directory;

    private Path hardware;

    @BeforeEach
    void writeFiles() throws IOException {
        TestTrace.write(directory.resolve("trace"), SyntheticHBase.events(1, 5, 10));
        hardware = Files.writeString(
                directory.resolve("hardware.properties"),
                """
                ram.gigabytes=0.001
                flash.gigabytes=0
                disks=4
                disk.megabytes.per.second=100
                disk.seek.millis=10
                tier.fast.nodes=5
                tier.fast.disks=1
                tier.fast.disk.megabytes.per.second=500
                tier.fast.disk.seek.millis=0.1
                tier.disk.nodes=5
                tier.disk.disks=4
                tier.disk.disk.megabytes.per.second=100
                tier.disk.disk.seek.millis=10
                """);
    }

    private int run(String... options) {
        List<String> args = new ArrayList<>(List.of("--hardware", hardware.toString()));
        args.addAll(List.of(options));
        args.add(directory.resolve("trace").toString());
        return new CommandLine(new SimulateCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(args.toArray(new String[0]));
    }

    @Test
    void alternativesHaveAllMetricsWithTheirErrors() throws IOException {
        assertThat(run("--what-if", "hsync", "--what-if", "tier=fast=1,disk=2,retrieval=hybrid", "--json"))
                .as(err.toString())
                .isEqualTo(ExitCode.SUCCESS);

        JsonNode root = new ObjectMapper().readTree(out.toString());
        assertThat(root.path("alternatives").findValuesAsText("name"))
                .containsExactly(
                        "baseline",
                        "hsync",
                        "tier=fast=1,disk=2,retrieval=hybrid",
                        "hsync,tier=fast=1,disk=2,retrieval=hybrid");
        for (JsonNode alternative : root.path("alternatives")) {
            for (Metric metric : Metric.values()) {
                assertThat(alternative.path("metrics").path(metric.id()).fieldNames())
                        .toIterable()
                        .containsExactly(
                                "value",
                                "difference",
                                "samplingError",
                                "measuredError",
                                "isSignificant",
                                "neverMeasured");
            }
        }
        assertDetailsAddUp(root);
        JsonNode tiered = root.path("alternatives").get(2);
        assertThat(tiered.at("/metrics/read-p99/neverMeasured").toString()).isEqualTo("[\"tier\",\"retrieval\"]");
        double written = root.at("/alternatives/0/metrics/fs-writes/value").asDouble();
        assertThat(tiered.at("/metrics/fs-writes/value").asDouble())
                .as("the mean machine writes the same bytes, wherever they are")
                .isCloseTo(written, withinPercentage(1e-6));
    }

    private static void assertDetailsAddUp(JsonNode root) {
        for (JsonNode alternative : root.path("alternatives")) {
            JsonNode metrics = alternative.path("metrics");
            for (Metric layer : Metric.layers()) {
                JsonNode activities = alternative.path("activityBytes").path(layer.id());
                assertThat(activities.size()).isEqualTo(Activity.COUNT);
                double sum = 0;
                for (JsonNode bytes : activities) {
                    sum += bytes.asDouble();
                }
                assertThat(sum)
                        .as(layer.id())
                        .isCloseTo(metrics.path(layer.id()).path("value").asDouble(), within(1e-9));
            }
            JsonNode read = alternative.at("/latencies/user-read");
            assertThat(read.at("/queue/mean").asDouble()
                            + read.at("/device/mean").asDouble())
                    .isCloseTo(metrics.at("/read-mean/value").asDouble(), within(1e-9));
            assertThat(read.at("/device/p99").asDouble()).isPositive();
        }
    }

    @Test
    void tablesNameTheKeysOfARecommendedFeature() {
        assertThat(run("--what-if", "tier=fast=3,retrieval=tier-aware", "--goal", "read-p99<1000000ms"))
                .as(err.toString())
                .isEqualTo(ExitCode.SUCCESS);

        assertThat(out.toString())
                .contains(
                        "all machines are simulated",
                        "Disk $100, RAM",
                        "a price is that of FAST '14, Table 3",
                        "p99",
                        "Mean latencies in the queue and at the device",
                        "user read: queue",
                        "flash written",
                        "docs/evidence/bench-prediction.md");
        assertThat(out.toString()).contains("Recommendation, the cheapest first");
    }

    @Test
    void differencesFromTheGivenFeaturesAreNoted() throws IOException {
        assertThat(run("--what-if", "tier=disk=4", "--what-if", "no-write-allocate", "--view", "DATANODE", "--json"))
                .as(err.toString())
                .isEqualTo(ExitCode.SUCCESS);

        assertThat(new ObjectMapper().readTree(out.toString()).path("notes").toString())
                .contains(
                        "tier=disk=4: files of replication 3 have disk=3, to which the NameNode fits the vector",
                        "no-write-allocate: no-write-allocate has no effect, because DataNodes leave block files of at most"
                                + " 16.0 MiB in the page cache");
    }

    @ParameterizedTest
    @CsvSource({
        "'', PAPER, true",
        "'', DATANODE, true",
        "hsync, PAPER, true",
        "tier=fast=3, DATANODE, true",
        "hsync, DATANODE, false",
    })
    void aTimeOfFlushesWithoutAnEffectIsNoted(String whatIf, String view, boolean isNoted) throws IOException {
        Files.writeString(hardware, "disk.flush.millis=5\n", StandardOpenOption.APPEND);
        List<String> options = new ArrayList<>(List.of("--view", view, "--json"));
        options.addAll(whatIf.isEmpty() ? List.of() : List.of("--what-if", whatIf));

        assertThat(run(options.toArray(String[]::new))).as(err.toString()).isEqualTo(ExitCode.SUCCESS);

        assertThat(new ObjectMapper()
                        .readTree(out.toString())
                        .path("notes")
                        .toString()
                        .contains("disk.flush.millis has no effect"))
                .isEqualTo(isNoted);
    }

    @Test
    void pricesOfOtherDisksAreMarked() {
        // Both cost less than the baseline, so that they are recommended at any error.
        assertThat(run("--what-if", "bandwidth=500m,ram=512k", "--what-if", "bandwidth=500m,seek=1ms,ram=768k"))
                .as(err.toString())
                .isEqualTo(ExitCode.SUCCESS);

        assertThat(out.toString())
                .contains(
                        "4 disks of 100 MB/s and 10 ms",
                        "4 disks of 524 MB/s and 10 ms*",
                        "4 disks of 524 MB/s and 1 ms*",
                        "*: other disks, at the price of the baseline's disks");
        assertThat(out.toString().lines().filter(line -> line.endsWith(": the price is that of the baseline's disks")))
                .as("each note once per recommended feature")
                .containsExactly(
                        "bandwidth: the price is that of the baseline's disks",
                        "seek: the price is that of the baseline's disks");
    }

    @Test
    void aGoalNeedsRequests() {
        assertThat(run("--what-if", "ram=2m", "--view", "DATANODE", "--goal", "compaction-p99<5ms"))
                .as(err.toString())
                .isEqualTo(ExitCode.SUCCESS);

        assertThat(out.toString())
                .contains(
                        "Recommendation by compaction-p99: none, because the baseline has no such requests; give a --goal of"
                                + " another latency");
    }

    @Test
    void settingsOfTheClusterAreInTheBaseline() throws IOException {
        Path conf = Files.createDirectory(directory.resolve("conf"));
        Files.writeString(
                conf.resolve("hbase-site.xml"),
                """
                <configuration><property><name>hbase.wal.hsync</name><value>true</value></property></configuration>
                """);

        assertThat(run("--conf", conf.toString(), "--what-if", "hsync")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains("invalid --what-if hsync: hsync is on already: it is a part of the baseline");
        Files.writeString(
                conf.resolve("hbase-site.xml"),
                """
                <configuration><property><name>dfs.tier.names</name><value>ssd</value></property></configuration>
                """);
        assertThat(run("--conf", conf.toString(), "--what-if", "hsync")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("invalid --conf " + conf + ": missing tier ssd in the hardware file");
    }

    @Test
    void aLandingPolicyOfTheClusterIsNoted() throws IOException {
        Path conf = Files.createDirectory(directory.resolve("conf"));
        Files.writeString(
                conf.resolve("hdfs-site.xml"),
                """
                <configuration>
                <property><name>dfs.tier.names</name><value>fast,disk</value></property>
                <property><name>dfs.tier.policy</name><value>landing:hybrid</value></property>
                </configuration>
                """);

        assertThat(run("--conf", conf.toString(), "--what-if", "hsync"))
                .as(err.toString())
                .isEqualTo(ExitCode.SUCCESS);
        assertThat(out.toString()).contains("note: dfs.tier.policy=landing:hybrid is simulated as hybrid: ");
    }

    @Test
    void alternativesAndGoalsThatCannotBeComparedAreRejected() {
        assertThat(run("--what-if", "hsync", "--what-if", "hsync")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("two --what-if are equal: hsync and hsync; give each alternative once");
        assertThat(run("--what-if", "hsync,combinedlog", "--what-if", "combinedlog,hsync"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("two --what-if are equal: hsync,combinedlog and combinedlog,hsync");
        assertThat(run("--what-if", "hsync", "--goal", "flush-p99<0ms")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("invalid --goal flush-p99<0ms: no latency is below 0 ms");
    }

    @Test
    void aListingNeedsHosts() {
        assertThat(run("--machine-unit", "PROCESS", "--placement", "x")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("--placement needs --machine-unit host");
    }
}
