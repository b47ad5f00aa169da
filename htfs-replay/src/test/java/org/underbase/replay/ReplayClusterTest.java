package org.underbase.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.htfs.APITraceDistributedFileSystem;
import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.htfs.format.TraceFiles;
import org.underbase.htfs.format.TraceReader;
import org.underbase.htfs.record.TraceKeys;
import org.underbase.htfs.record.Tracer;
import org.underbase.replay.cli.ReplayCommand;
import org.underbase.replay.order.OrderCheck;
import org.underbase.replay.trace.Operation;
import org.underbase.replay.trace.TraceInput;
import org.underbase.testbed.mini.MiniHdfs;
import picocli.CommandLine;

/** A recorded application and its replay below another directory of the same cluster, which is traced too. */
@Tag("cluster")
class ReplayClusterTest {
    private static final String UNDER = "/replay/test";
    private static final String ROOT = UNDER + "/namespace";

    @TempDir
    private java.nio.file.Path dir;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void theReplayHasTheBytesTheOrderAndTheNamespaceOfTheTrace() throws Exception {
        try (MiniHdfs hdfs = MiniHdfs.builder().dataNodes(3).start()) {
            String uri = hdfs.cluster().getURI().toString();
            Application.before(hdfs.fileSystem());
            java.nio.file.Path recorded = record(hdfs);

            assertThat(run(recorded, uri, "--dry-run", "--json")).as("%s", err).isZero();
            assertThat(json().path("files").asInt()).isEqualTo(Application.EARLIER_FILES + 1);
            assertThat(json().path("bytes").asLong()).isEqualTo(12 * 10_000 + 1000 * 66 + Application.CODED_BYTES);
            assertThat(hdfs.fileSystem().exists(new Path(UNDER))).isFalse();

            killDuringPreparation(recorded, uri);
            assertThat(hdfs.fileSystem().exists(new Path(UNDER, "prepared"))).isFalse();

            // This JVM has one tracer, so that the trace of the replay follows that of the application.
            int code = run(
                    recorded,
                    uri,
                    "--speed",
                    "max",
                    "--verify",
                    "--json",
                    "--max-divergence",
                    "0",
                    "--record",
                    dir.resolve("trace").toString());
            assertThat(code).as("%s %s", err, out).isZero();
            assertThat(json().path("diverged").asInt()).isZero();
            assertThat(json().path("events").asInt()).isGreaterThan(100);

            List<TraceEvent> replayed = events(dir.resolve("trace"), ROOT + "/");
            List<TraceEvent> traced = events(recorded, "/app");
            assertThat(bytes(replayed))
                    .isEqualTo(bytes(traced))
                    .containsKeys(Activity.LOGGING, Activity.FLUSH, Activity.READ);
            assertOrder(recorded, replayed);
            assertThat(namespace(hdfs.fileSystem(), ROOT + "/app", ROOT))
                    .isEqualTo(namespace(hdfs.fileSystem(), "/app", ""));

            assertThat(run(recorded, uri)).isEqualTo(1);
            assertThat(err.toString()).contains("was already used by a replay");
            assertThat(run(recorded, uri, "--clean", "--speed", "max", "--verify", "--max-divergence", "0"))
                    .as("%s %s", err, out)
                    .isZero();
            assertThat(out.toString()).contains("divergences: 0");
            assertThat(run(recorded, uri, "--under", "/app")).isEqualTo(1);
            assertThat(err.toString()).contains("the trace contains /app");
            hdfs.fileSystem().create(new Path("/other/file")).close();
            assertThat(run(recorded, uri, "--under", "/other", "--clean")).isEqualTo(1);
            assertThat(err.toString()).contains("has no manifest");
        }
    }

    /** Runs the application with the tracer, and returns a copy of its trace. */
    private java.nio.file.Path record(MiniHdfs hdfs) throws Exception {
        Configuration conf = hdfs.configuration();
        conf.setClass("fs.hdfs.impl", APITraceDistributedFileSystem.class, FileSystem.class);
        conf.set(TraceKeys.DIR.name(), dir.resolve("trace").toString());
        conf.set(TraceKeys.RING_FULL.name(), "block");
        conf.set(TraceKeys.RING_BLOCK_DEADLINE.name(), "1h");
        conf.set(TraceKeys.BLOCK_INTERVAL.name(), "1h");
        conf.set(TraceKeys.MIN_FREE.name(), "0");
        try (FileSystem fs = FileSystem.newInstance(hdfs.cluster().getURI(), conf)) {
            FutureTask<Void> application = new FutureTask<>(() -> {
                new Application(fs).run();
                return null;
            });
            new Thread(application, "application").start();
            application.get();
        }
        assertThat(Tracer.of(conf).roll()).isTrue();
        java.nio.file.Path copy = Files.createDirectory(dir.resolve("recorded"));
        try (Stream<java.nio.file.Path> files = Files.list(dir.resolve("trace"))) {
            for (java.nio.file.Path file :
                    files.filter(name -> TraceFiles.ended(name)).toList()) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        }
        return copy;
    }

    private int run(java.nio.file.Path trace, String uri, String... options) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        List<String> arguments = new ArrayList<>(List.of(trace.toString(), "--to", uri));
        arguments.addAll(List.of(options));
        if (!arguments.contains("--under")) {
            arguments.addAll(List.of("--under", UNDER));
        }
        return new CommandLine(new ReplayCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    command.getErr().println(failure);
                    return 1;
                })
                .execute(arguments.toArray(String[]::new));
    }

    private JsonNode json() throws IOException {
        return new ObjectMapper().readTree(out.toString());
    }

    /** Starts a preparation that hangs, and kills it. */
    private void killDuringPreparation(java.nio.file.Path trace, String uri) throws Exception {
        List<String> command = List.of(
                java.nio.file.Path.of(System.getProperty("java.home"), "bin", "java")
                        .toString(),
                "-cp",
                System.getProperty("java.class.path"),
                ReplayMain.class.getName(),
                trace.toString(),
                "--to",
                uri,
                "--under",
                UNDER,
                "--prepare-only",
                "-D",
                "fs.hdfs.impl=" + HangingFileSystem.class.getName());
        Process process = new ProcessBuilder(command)
                .redirectError(dir.resolve("killed.log").toFile())
                .start();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String line = lines.readLine();
            while (line != null && !line.equals(HangingFileSystem.LINE)) {
                line = lines.readLine();
            }
            assertThat(line)
                    .as("output of the process: %s", Files.readString(dir.resolve("killed.log")))
                    .isEqualTo(HangingFileSystem.LINE);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private static List<TraceEvent> events(java.nio.file.Path trace, String prefix) throws IOException {
        List<TraceEvent> events = new ArrayList<>();
        Tracer.current().orElseThrow().roll();
        try (TraceReader reader = TraceReader.open(new Configuration(false), List.of(trace.toString()))) {
            while (reader.next()) {
                TraceEvent event = reader.event();
                if (event.path().startsWith(prefix)) {
                    events.add(event.copy());
                }
            }
            assertThat(reader.report().drops().total()).isZero();
        }
        return events;
    }

    private static Map<Activity, Long> bytes(List<TraceEvent> events) {
        Map<Activity, Long> bytes = new EnumMap<>(Activity.class);
        for (TraceEvent event : events) {
            if (Call.moves(event.call().code()) && event.result() > 0) {
                bytes.merge(event.activity(), event.result(), Long::sum);
            }
        }
        return bytes;
    }

    /** Compares each thread's calls with those of the thread with its name, and the order of all pairs. */
    private static void assertOrder(java.nio.file.Path recorded, List<TraceEvent> replayed) throws Exception {
        Configuration conf = new Configuration(false);
        List<Operation> trace = new ArrayList<>();
        TraceInput.open(conf, TraceFiles.find(conf, List.of(recorded.toString())), "/none", "/none")
                .forEach(operation -> {
                    if (operation.event().path().startsWith("/app")) {
                        trace.add(operation);
                    }
                    return true;
                });
        Map<String, List<TraceEvent>> byThread = new HashMap<>();
        replayed.stream()
                .sorted(Comparator.comparingLong(TraceEvent::startNanos))
                .forEach(event -> byThread.computeIfAbsent(event.thread(), name -> new ArrayList<>())
                        .add(event));
        Map<Operation, TraceEvent> of = new HashMap<>();
        for (Operation operation : trace) {
            TraceEvent event = byThread.get(operation.event().thread()).remove(0);
            assertThat(event.call())
                    .as("%s", operation.event())
                    .isEqualTo(operation.event().call());
            assertThat(event.path()).isEqualTo(ROOT + operation.event().path());
            of.put(operation, event);
        }
        assertThat(byThread.values()).allMatch(List::isEmpty);
        OrderCheck check = OrderCheck.of(
                trace,
                operation -> of.get(operation).startNanos(),
                operation -> Operation.earliestEnd(of.get(operation)));
        assertThat(check.pairs()).isGreaterThan(1000);
        assertThat(check.violations()).isEmpty();
    }

    private static List<String> namespace(FileSystem fs, String path, String root) throws IOException {
        List<String> found = new ArrayList<>();
        for (FileStatus status : fs.listStatus(new Path(path))) {
            String name = status.getPath().toUri().getPath();
            String facts = status.isDirectory()
                    ? "directory"
                    : status.getLen() + " x " + status.getReplication() + " "
                            + ((HdfsFileStatus) status).getErasureCodingPolicy();
            found.add(name.substring(root.length()) + " " + facts);
            if (status.isDirectory()) {
                found.addAll(namespace(fs, name, root));
            }
        }
        return found;
    }
}
