package org.underbase.dist.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.underbase.analysis.testing.SyntheticHBase;
import org.underbase.analysis.testing.TestTrace;
import org.underbase.dist.Commands;
import picocli.CommandLine;

/** {@code underbase analyze --on yarn}: containers, whose class path has no class of Underbase, compute the same bytes. */
@Tag("cluster")
class AnalyzeOnYarnTest {
    private static final long SEED = 23;
    private static final String TRACE = "/trace";

    private static YarnCluster cluster;
    private static Path conf;

    @BeforeAll
    static void start() throws IOException {
        cluster = YarnCluster.start();
        Path trace = TestTrace.write(cluster.directory("local-trace"), SyntheticHBase.events(SEED, 3, 40));
        List<Path> segments;
        try (Stream<Path> files = Files.list(trace)) {
            segments = files.sorted().toList();
        }
        TestTrace.corrupt(segments.get(2), SEED);
        conf = cluster.directory("analyze-conf");
        for (String site : List.of("core-site.xml", "hdfs-site.xml")) {
            Files.copy(cluster.hdfs().clientConfigurationDirectory().resolve(site), conf.resolve(site));
        }
        write(cluster.configuration(), conf.resolve("yarn-site.xml"));
        try (FileSystem fs = FileSystem.newInstance(cluster.configuration())) {
            fs.copyFromLocalFile(new org.apache.hadoop.fs.Path(trace.toUri()), new org.apache.hadoop.fs.Path(TRACE));
        }
    }

    @AfterAll
    static void stop() throws IOException {
        if (cluster != null) {
            cluster.close();
        }
    }

    private static void write(Configuration keys, Path file) throws IOException {
        Configuration site = new Configuration(false);
        for (Map.Entry<String, String> key : keys) {
            if (key.getKey().startsWith("yarn.") || key.getKey().startsWith("mapreduce.")) {
                site.set(key.getKey(), key.getValue());
            }
        }
        site.set("mapreduce.map.maxattempts", "3");
        site.set("mapreduce.reduce.memory.mb", "512");
        site.set("mapreduce.reduce.java.opts", site.get("mapreduce.map.java.opts"));
        site.set("mapreduce.job.reduces", "2");
        site.set("mapreduce.task.io.sort.mb", "16");
        site.set("yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms", "100");
        try (OutputStream out = Files.newOutputStream(file)) {
            site.writeXml(out);
        }
    }

    private record Result(String json, Map<String, String> tables, String messages) {}

    private static Result analyze(String name, String... options) throws IOException {
        Path report = cluster.directory("report-" + name);
        List<String> arguments = new ArrayList<>(List.of("analyze", "--json", "--conf", conf.toString()));
        arguments.addAll(List.of(options));
        arguments.addAll(
                List.of("--out", report.toString(), cluster.configuration().get("fs.defaultFS") + TRACE));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine command = Commands.commandLine(AnalyzeOnYarnTest.class.getClassLoader())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err));
        assertThat(command.execute(arguments.toArray(String[]::new)))
                .as("messages of %s: %s", name, err)
                .isZero();
        Map<String, String> tables = new TreeMap<>();
        try (Stream<Path> files = Files.list(report.resolve("figures"))) {
            for (Path file : (Iterable<Path>) files::iterator) {
                tables.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        return new Result(out.toString(), tables, err.toString());
    }

    @Test
    void theResultOfAJobWithAKilledTaskIsThatOfOneProcess() throws Exception {
        Result local = analyze("local");
        CompletableFuture<Void> killed = CompletableFuture.runAsync(AnalyzeOnYarnTest::killATask);
        Result jobs = analyze("yarn", "--on", "yarn", "-D", "mapreduce.input.fileinputformat.split.maxsize=" + half());
        killed.get();

        assertThat(jobs.json()).as("seed %d", SEED).isEqualTo(local.json());
        assertThat(jobs.tables()).as("seed %d", SEED).isEqualTo(local.tables()).isNotEmpty();
        assertThat(jobs.messages()).contains("corrupt: ");
        assertThat(failedAttempts()).isPositive();
        try (FileSystem fs = FileSystem.newInstance(cluster.configuration())) {
            FileStatus[] left = fs.globStatus(new org.apache.hadoop.fs.Path(YarnCluster.STAGING + "/*/underbase*"));
            assertThat(left).as("work directories").isEmpty();
        }
    }

    private static int failedAttempts() throws IOException, InterruptedException {
        Cluster jobs = new Cluster(cluster.configuration());
        try {
            int failed = 0;
            for (JobStatus status : jobs.getAllJobStatuses()) {
                for (TaskCompletionEvent event : jobs.getJob(status.getJobID()).getTaskCompletionEvents(0, 100)) {
                    failed += event.getStatus() == TaskCompletionEvent.Status.FAILED ? 1 : 0;
                }
            }
            return failed;
        } finally {
            jobs.close();
        }
    }

    private static long half() throws IOException {
        try (FileSystem fs = FileSystem.newInstance(cluster.configuration())) {
            return fs.getContentSummary(new org.apache.hadoop.fs.Path(TRACE)).getLength() / 2;
        }
    }

    /** Kills the first task that starts: the framework starts it again. */
    private static void killATask() {
        ProcessHandle task = Awaitility.await("a task")
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(20))
                .until(
                        () -> ProcessHandle.allProcesses()
                                .filter(AnalyzeOnYarnTest::isTask)
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
        task.destroyForcibly();
    }

    /** Whether a process is a task of the cluster; its working directory is in the cluster's directory. */
    private static boolean isTask(ProcessHandle process) {
        try {
            Path directory = Files.readSymbolicLink(Path.of("/proc", Long.toString(process.pid()), "cwd"));
            return directory.startsWith(cluster.hdfs().directory())
                    && process.info().command().orElse("").endsWith("/java")
                    && Stream.of(process.info().arguments().orElse(new String[0]))
                            .anyMatch("org.apache.hadoop.mapred.YarnChild"::equals);
        } catch (IOException e) {
            // The process ended, or belongs to another user.
            return false;
        }
    }
}
