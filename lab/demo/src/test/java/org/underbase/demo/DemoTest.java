package org.underbase.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.analysis.Analysis;
import org.underbase.analysis.summary.SummaryFigure.Summary;
import org.underbase.demo.compaction.CompactionCluster;

/** The demonstration itself, with a small load. */
@Tag("cluster")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class DemoTest {
    @TempDir
    private Path dir;

    @Test
    void runsShowsTheLayersAndTheTraceAgreesWithTheDataNodes() throws Exception {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        boolean agrees =
                new Demo(options(Duration.ofSeconds(15)), true, new PrintWriter(out), new PrintWriter(err)).run();

        assertThat(agrees)
                .as("trace and counters agree; progress was:%n%s", err)
                .isTrue();
        JsonNode result = new ObjectMapper().readTree(out.toString());
        assertThat(result.toString()).contains("flush", "logging");
        String page = Files.readString(dir.resolve("report").resolve("index.html"));
        assertThat(page).contains("echarts").doesNotContain("<script src=", "https://cdn");
        assertThat(segments()).as("segments of Master and RegionServers").hasSizeGreaterThanOrEqualTo(2);
        assertThat(err.toString())
                .as("a store file was moved")
                .containsPattern("moving [0-9a-f]+, .* from fast to disk");
        assertThat(page).contains("store files under the policy hybrid").contains("have fast=1");
        compactionsAreCompared(result.path("localCompaction"));
        for (String cluster : List.of("cluster", "compaction")) {
            assertThat(dir.resolve("work").resolve(cluster))
                    .as("the cluster's files")
                    .doesNotExist();
        }
        assertThat(processesOf(dir)).isEmpty();
    }

    private static void compactionsAreCompared(JsonNode compared) {
        Optional<String> obstacle = CompactionCluster.obstacle();
        if (obstacle.isPresent()) {
            assertThat(compared.path("measured").asBoolean(true)).isFalse();
            assertThat(compared.path("why").asText()).isEqualTo(obstacle.get());
            return;
        }
        JsonNode without = compared.path("without");
        JsonNode with = compared.path("with");
        assertThat(with.path("local").asBoolean()).as("%s", compared).isTrue();
        assertThat(without.path("output").asLong())
                .as("a file of all rows")
                .isGreaterThan(20_000_000)
                .isEqualTo(with.path("output").asLong());
        assertThat(without.path("crossed").asLong())
                .as("two more replicas, %s", compared)
                .isGreaterThan(2 * without.path("output").asLong());
        assertThat(with.path("crossed").asLong())
                .as("talk, %s", compared)
                .isPositive()
                .isLessThan(without.path("crossed").asLong() / 20);
    }

    @Test
    void anInterruptOfTheComparisonLeavesNothing() throws Exception {
        Optional<String> obstacle = CompactionCluster.obstacle();
        assumeTrue(obstacle.isEmpty(), obstacle.orElse(""));
        interrupted(CompactionMain.class, "writing 4 store files", "compaction");
    }

    @Test
    void anInterruptInTheMiddleLeavesNoProcessAndNoFileOfTheCluster() throws Exception {
        interrupted(DemoMain.class, "load", "cluster");
    }

    /** Runs a program, ends it when it has said something, and looks at what is left of its cluster in that directory. */
    private void interrupted(Class<?> main, String said, String cluster) throws Exception {
        Path log = dir.resolve("demo.log");
        Process demo = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--add-opens=java.base/java.lang=ALL-UNNAMED",
                        "--add-opens=java.base/java.nio=ALL-UNNAMED",
                        "-Xmx512m",
                        "-Djava.io.tmpdir=" + dir,
                        "-cp",
                        System.getProperty("surefire.real.class.path", System.getProperty("java.class.path")),
                        main.getName(),
                        dir.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            Awaitility.await()
                    .atMost(Duration.ofMinutes(4))
                    .until(() -> !demo.isAlive() || Files.readString(log).contains(said));
            assertThat(demo.isAlive())
                    .as("the demo runs; it said:%n%s", Files.readString(log))
                    .isTrue();
            // SIGTERM and SIGINT take the same way in a JVM: its shutdown hooks.
            demo.destroy();
            assertThat(demo.waitFor(2, TimeUnit.MINUTES)).as("ended").isTrue();
        } finally {
            demo.destroyForcibly();
        }
        Awaitility.await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> assertThat(processesOf(dir))
                .isEmpty());
        Awaitility.await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> assertThat(
                        dir.resolve("work").resolve(cluster))
                .doesNotExist());
    }

    @Test
    void hbaseThatDiesInMidRunIsOneLineAndWhatWasTracedIsKept() throws Exception {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        FutureTask<Boolean> demo = new FutureTask<>(() ->
                new Demo(options(Duration.ofMinutes(5)), false, new PrintWriter(out), new PrintWriter(err)).run());
        Thread thread = new Thread(demo, "demo");
        thread.start();
        Awaitility.await()
                .atMost(Duration.ofMinutes(5))
                .until(() -> demo.isDone() || err.toString().contains("run: "));
        List<ProcessHandle> regionServers = ProcessHandle.allProcesses()
                .filter(process -> commandLine(process.pid()).contains(dir + "/")
                        && commandLine(process.pid()).contains("HRegionServer"))
                .toList();
        assertThat(regionServers).as("RegionServers; progress was:%n%s", err).hasSize(1);

        regionServers.forEach(ProcessHandle::destroyForcibly);

        assertThatThrownBy(() -> demo.get(2, TimeUnit.MINUTES))
                .as("progress was:%n%s", err)
                .cause()
                .isInstanceOf(IOException.class)
                .hasMessageContaining("regionserver-0 on n1 ended during the run")
                .hasMessageContaining(
                        "./underbase analyze " + dir.resolve("work").resolve("trace"))
                .message()
                .hasLineCount(1);
        assertThat(out.toString()).isEmpty();
        assertThat(Analysis.of(List.of(dir.resolve("work").resolve("trace").toString()), new Configuration())
                        .run((done, total) -> {})
                        .figures()
                        .get(Summary.class)
                        .events())
                .as("events of the trace")
                .isPositive();
        assertThat(dir.resolve("work").resolve("logs").resolve("n1")).isNotEmptyDirectory();
        assertThat(dir.resolve("work").resolve("cluster")).doesNotExist();
        assertThat(processesOf(dir)).isEmpty();
    }

    private DemoOptions options(Duration duration) {
        return optionsIn(dir, duration);
    }

    static DemoOptions optionsIn(Path dir, Duration duration) {
        return new DemoOptions(
                1, 100, 5, 4, duration, 1, OptionalInt.empty(), dir.resolve("work"), dir.resolve("report"));
    }

    private List<Path> segments() throws IOException {
        try (Stream<Path> files = Files.walk(dir.resolve("work").resolve("trace"))) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    /** The processes whose command line names {@code dir}, but for this one. */
    private static List<String> processesOf(Path dir) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.pid() != ProcessHandle.current().pid())
                .map(process -> commandLine(process.pid()))
                .filter(line -> line.contains(dir.toString()))
                .toList();
    }

    private static String commandLine(long pid) {
        try {
            return new String(
                    Files.readAllBytes(Path.of("/proc", Long.toString(pid), "cmdline")), StandardCharsets.UTF_8);
        } catch (IOException e) {
            // It has ended meanwhile.
            return "";
        }
    }
}
