package org.underbase.bench.analysis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.underbase.bench.analysis.run.CommandMain;
import org.underbase.bench.analysis.run.MeasuredRun;
import org.underbase.bench.analysis.run.Usage;
import org.underbase.bench.analysis.trace.TraceShape;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;

/** Part {@code yarn}: the files of a report of one process and of jobs on YARN, byte by byte, once. */
final class YarnPart {
    private static final int NODES = 2;
    private static final int SPLITS = 4;
    private static final String EQUAL = "yarn: results are equal";

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;

    YarnPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
    }

    /**
     * Measures.
     *
     * @throws IOException if the results differ; the message names the files
     */
    void run(TraceShape shape) throws IOException, InterruptedException {
        Path local = options.workDirectory().resolve("yarn-trace");
        measurements.measured("yarn: events", "", (double) shape.write(local, options.seed(), progress));
        try (TestCluster cluster = TestCluster.builder()
                .name("analysis")
                .nodes(NODES)
                .yarn(true)
                .set("dfs.replication", "1")
                .set("mapreduce.job.reduces", "2")
                .progress(progress::step)
                .logsOnFailure(options.workDirectory().resolve("logs"))
                .start()) {
            Configuration conf = cluster.clientConfiguration();
            List<String> arguments = new ArrayList<>(
                    List.of("--conf", cluster.clientConfigurationDirectory().toString()));
            try (FileSystem fs = FileSystem.newInstance(conf)) {
                org.apache.hadoop.fs.Path trace = fs.makeQualified(new org.apache.hadoop.fs.Path("/trace"));
                fs.copyFromLocalFile(new org.apache.hadoop.fs.Path(local.toUri()), trace);
                long bytes = fs.getContentSummary(trace).getLength();
                arguments.addAll(
                        List.of("-D", "mapreduce.input.fileinputformat.split.maxsize=" + bytes / SPLITS, "--tmp"));
                arguments.addAll(List.of(options.workDirectory().toString(), trace.toString()));
            }
            Path expected = analyze("one process", "local", arguments);
            Path actual = analyze("submitter on YARN", "yarn", arguments);
            measurements.measured("yarn: tasks: processor time", "s", taskMillis(conf) / 1e3);
            List<String> differences = differences(expected, actual);
            measurements.measured(EQUAL, "", differences.isEmpty() ? 1 : 0);
            measurements.quote("yarn_equal", EQUAL);
            if (!differences.isEmpty()) {
                throw new IOException("the result on YARN differs from that of one process: " + differences);
            }
        }
    }

    private Path analyze(String name, String place, List<String> common) throws IOException {
        progress.step("yarn: " + name);
        Path report = options.workDirectory().resolve("report-" + place);
        List<String> arguments = new ArrayList<>(List.of("--on", place, "--out", report.toString()));
        arguments.addAll(common);
        Usage usage = MeasuredRun.of(
                        CommandMain.class,
                        MeasuredRun.HEAP_MIB,
                        arguments,
                        options.workDirectory().resolve("run"))
                .usage();
        measurements.measured("yarn: " + name + ": time", "s", usage.wallNanos() / 1e9);
        measurements.measured("yarn: " + name + ": processor time", "s", usage.cpuNanos() / 1e9);
        return report;
    }

    /** Returns the processor time of the tasks of all jobs, in milliseconds. */
    private static long taskMillis(Configuration conf) throws IOException, InterruptedException {
        Cluster jobs = new Cluster(conf);
        try {
            long millis = 0;
            for (JobStatus status : jobs.getAllJobStatuses()) {
                millis += jobs.getJob(status.getJobID())
                        .getCounters()
                        .findCounter(TaskCounter.CPU_MILLISECONDS)
                        .getValue();
            }
            return millis;
        } finally {
            jobs.close();
        }
    }

    /** Returns the names of result.json and of tables that differ, or that one of two reports lacks. */
    static List<String> differences(Path one, Path other) throws IOException {
        TreeSet<String> names = new TreeSet<>(List.of("result.json"));
        for (Path report : List.of(one, other)) {
            try (Stream<Path> tables = Files.list(report.resolve("figures"))) {
                tables.forEach(table -> names.add("figures/" + table.getFileName()));
            }
        }
        List<String> differences = new ArrayList<>();
        for (String name : names) {
            Path[] files = {one.resolve(name), other.resolve(name)};
            if (!Files.exists(files[0]) || !Files.exists(files[1]) || Files.mismatch(files[0], files[1]) >= 0) {
                differences.add(name);
            }
        }
        return differences;
    }
}
