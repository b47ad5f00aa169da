package org.underbase.dist.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.underbase.dist.Main;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.TraceReader;
import org.underbase.testbed.process.CommandResult;

/** MapReduce jobs on YARN with the tracer: two safe ways and the unsafe one, and the verdict of {@code underbase check}. */
@Tag("cluster")
class TracedJobsTest {
    private static final Map<String, String> KEYS = Map.of(
            "fs.hdfs.impl", "org.underbase.htfs.APITraceDistributedFileSystem",
            "fs.AbstractFileSystem.hdfs.impl", "org.underbase.htfs.APITraceHdfs");

    private static YarnCluster cluster;

    @BeforeAll
    static void start() throws IOException {
        cluster = YarnCluster.start();
    }

    @AfterAll
    static void stop() throws IOException {
        if (cluster != null) {
            cluster.close();
        }
    }

    /** Creates a client configuration with the tracer's keys. */
    private static Configuration traced(Path traces) {
        Configuration conf = cluster.configuration();
        KEYS.forEach(conf::set);
        conf.set("underbase.trace.dir", traces.toString());
        return conf;
    }

    /** Creates a client configuration that also ships the tracer's jars with each job. */
    private static Configuration shipped(Path traces) throws IOException {
        Configuration conf = traced(traces);
        try (Stream<Path> jars = Files.list(cluster.tracerJars())) {
            conf.set("tmpjars", jars.map(jar -> jar.toUri().toString()).collect(Collectors.joining(",")));
        }
        return conf;
    }

    private static Finding check(Configuration conf) throws IOException {
        return JobAttachment.of(conf, Map.of());
    }

    @Test
    void keysWithoutJarsFailTheJobAndTheCheck() throws Exception {
        Configuration conf = traced(cluster.directory("unsafe-trace"));

        assertThat(cluster.run(conf)).isFalse();
        assertThat(cluster.containerLogs())
                .as("logs of the ApplicationMaster")
                .anyMatch(line -> line.matches(".*ClassNotFoundException: Class org.underbase.htfs.\\w+ not found.*"));
        assertThat(check(conf).failed()).isTrue();
    }

    @Test
    void keysOfADaemonOnlyTraceTheDaemonAndNoJob() throws Exception {
        Configuration jobs = cluster.configuration();
        Path traces = cluster.directory("daemon-trace");
        Path conf = cluster.directory("daemon-conf");
        for (String site : List.of("core-site.xml", "hdfs-site.xml")) {
            Files.copy(cluster.hdfs().clientConfigurationDirectory().resolve(site), conf.resolve(site));
        }
        write(traced(traces), conf.resolve("hbase-site.xml"));

        CommandResult daemon = underbaseCheck(conf);
        assertThat(daemon.exitCode()).as(daemon.out()).isZero();
        assertThat(daemon.out())
                .containsPattern("(?m)^ok +tracer here: hdfs:// wrote \\d+ events")
                .containsPattern("(?m)^unknown +tracer in jobs: no mapred-site.xml: do not submit jobs");
        assertThat(cluster.run(jobs)).isTrue();
        assertThat(check(jobs).verdict()).isEqualTo(Finding.Verdict.OK);
        assertThat(processes(traces, Call.CREATE))
                .as("processes that created files")
                .hasSize(1);
    }

    @Test
    void jarsShippedWithTheJobTraceItsContainers() throws Exception {
        Path traces = cluster.directory("shipped-trace");
        Configuration conf = shipped(traces);

        assertThat(check(conf).verdict()).isEqualTo(Finding.Verdict.OK);
        assertThat(cluster.run(conf)).isTrue();
        assertTraced(traces);
    }

    /** Some of the tracer's classes are in Hadoop's packages, which the job's class loader leaves to its parent. */
    @Test
    @Tag("long")
    void shippedJarsFailWithAClassLoaderOfTheJob() throws Exception {
        Configuration conf = shipped(cluster.directory("isolated-trace"));
        conf.setBoolean("mapreduce.job.classloader", true);

        assertThat(check(conf).failed()).isTrue();
        assertThat(cluster.run(conf)).isFalse();
        Configuration stock = cluster.configuration();
        stock.setBoolean("mapreduce.job.classloader", true);
        assertThat(cluster.run(stock)).as("the class loader alone").isTrue();
    }

    @Test
    @Tag("long")
    void jarsInstalledOnTheNodesTraceTheContainers() throws Exception {
        Path traces = cluster.directory("installed-trace");
        Configuration conf = traced(traces);
        conf.set(
                "mapreduce.application.classpath",
                conf.get("mapreduce.application.classpath") + "," + cluster.tracerJars() + "/*");

        assertThat(check(conf).verdict()).isEqualTo(Finding.Verdict.OK);
        assertThat(cluster.run(conf)).isTrue();
        assertTraced(traces);
    }

    @Test
    void theCheckFailsIfTheTracerWritesNoEvent() throws Exception {
        Path conf = cluster.directory("unwritable-conf");
        for (String site : List.of("core-site.xml", "hdfs-site.xml")) {
            Files.copy(cluster.hdfs().clientConfigurationDirectory().resolve(site), conf.resolve(site));
        }
        write(traced(Files.createFile(conf.resolve("not-a-directory"))), conf.resolve("hbase-site.xml"));

        CommandResult check = underbaseCheck(conf);
        assertThat(check.exitCode()).as(check.out()).isEqualTo(1);
        assertThat(check.out())
                .containsPattern(
                        "(?m)^failed +tracer here: hdfs:// is attached, but wrote no event to .*Exception.*not-a-directory")
                .containsPattern("(?m)^ok +hdfs: wrote and read 1048576 bytes");
    }

    private static void write(Configuration keys, Path file) throws IOException {
        Configuration site = new Configuration(false);
        KEYS.keySet().forEach(key -> site.set(key, keys.get(key)));
        site.set("underbase.trace.dir", keys.get("underbase.trace.dir"));
        try (OutputStream out = Files.newOutputStream(file)) {
            site.writeXml(out);
        }
    }

    private static CommandResult underbaseCheck(Path conf) throws IOException {
        return cluster.hdfs()
                .client()
                .exec(cluster.hdfs()
                        .client()
                        .javaCommand(Main.class.getName(), List.of("check", "--no-hbase", "--conf", conf.toString()))
                        .toArray(String[]::new));
    }

    /** The ApplicationMaster wrote the job's history, and the task its output. */
    private static void assertTraced(Path traces) {
        Awaitility.await("events of both containers in " + traces)
                .atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(processes(traces, Call.CREATE)).hasSizeGreaterThanOrEqualTo(2));
    }

    /** Returns the processes other than this one with an event of a call. */
    private static Set<String> processes(Path traces, Call call) throws IOException {
        Set<String> processes = new TreeSet<>();
        try (TraceReader reader = TraceReader.open(
                new Configuration(false), List.of(traces.toUri().toString()))) {
            while (reader.next()) {
                if (reader.event().call() == call) {
                    processes.add(reader.event().process());
                }
            }
        }
        processes.removeIf(process -> process.startsWith(ProcessHandle.current().pid() + "@"));
        return processes;
    }
}
