package org.underbase.analysis.mapreduce.soak;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.security.UserGroupInformation;
import org.underbase.analysis.cli.AnalyzeCommand;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.TestCluster;
import picocli.CommandLine;

/** HDFS and YARN of real daemons, whose containers have no class of Underbase, and analyses on them. */
final class JobCluster implements AutoCloseable {
    private final TestCluster cluster;

    private JobCluster(TestCluster cluster) {
        this.cluster = cluster;
    }

    static JobCluster start(ClusterRecipe recipe) throws IOException {
        return new JobCluster(recipe.yarn(true)
                .set("dfs.replication", "1")
                .set("mapreduce.job.reduces", "2")
                .start());
    }

    TestCluster daemons() {
        return cluster;
    }

    /** Copies a trace to HDFS and returns its location. */
    String upload(Path trace, String directory) throws IOException {
        Configuration conf = cluster.clientConfiguration();
        try (FileSystem fs = FileSystem.newInstance(conf)) {
            fs.copyFromLocalFile(
                    new org.apache.hadoop.fs.Path(trace.toUri()), new org.apache.hadoop.fs.Path(directory));
        }
        return conf.get("fs.defaultFS") + directory;
    }

    /**
     * Output of {@code underbase analyze}.
     *
     * @param json standard output
     * @param tables CSV files by name
     * @param messages standard error
     */
    record Result(String json, Map<String, String> tables, String messages) {
        boolean sameFigures(Result other) {
            return json.equals(other.json) && tables.equals(other.tables) && !tables.isEmpty();
        }
    }

    /**
     * Runs {@code underbase analyze}.
     *
     * @param report directory to create
     * @throws IOException if it fails; the message has its standard error
     */
    Result analyze(String trace, Path report, String... options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("--json", "--conf"));
        arguments.add(cluster.clientConfigurationDirectory().toString());
        arguments.addAll(List.of(options));
        arguments.addAll(List.of("--out", report.toString(), trace));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exit = new CommandLine(new AnalyzeCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments.toArray(String[]::new));
        if (exit != 0) {
            throw new IOException("analyze " + arguments + " failed with exit code " + exit + ": " + err);
        }
        Map<String, String> tables = new TreeMap<>();
        try (Stream<Path> files = Files.list(report.resolve("figures"))) {
            for (Path file : (Iterable<Path>) files::iterator) {
                tables.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        return new Result(out.toString(), tables, err.toString());
    }

    /** Runs the analysis as jobs, with several maps. */
    Result analyzeOnYarn(String trace, Path report, String... options) throws IOException {
        List<String> all = new ArrayList<>(List.of("--on", "yarn", "-D"));
        all.add("mapreduce.input.fileinputformat.split.maxsize=" + bytes(trace) * 2 / 3);
        all.addAll(List.of(options));
        return analyze(trace, report, all.toArray(String[]::new));
    }

    private long bytes(String trace) throws IOException {
        try (FileSystem fs = FileSystem.newInstance(cluster.clientConfiguration())) {
            return fs.getContentSummary(new org.apache.hadoop.fs.Path(trace)).getLength();
        }
    }

    /** Returns the work directories of the user's analyses. */
    List<String> workDirectories() throws IOException {
        try (FileSystem fs = FileSystem.newInstance(cluster.clientConfiguration())) {
            String user = UserGroupInformation.getCurrentUser().getShortUserName();
            FileStatus[] found = fs.globStatus(new org.apache.hadoop.fs.Path("/staging/" + user + "/underbase*"));
            return Stream.of(found).map(file -> file.getPath().toString()).toList();
        }
    }

    /** Returns the number of failed and killed attempts of tasks of all jobs. */
    int lostAttempts() throws IOException, InterruptedException {
        Cluster jobs = new Cluster(cluster.clientConfiguration());
        try {
            int lost = 0;
            for (JobStatus status : jobs.getAllJobStatuses()) {
                for (TaskCompletionEvent event : jobs.getJob(status.getJobID()).getTaskCompletionEvents(0, 100)) {
                    lost += event.getStatus() == TaskCompletionEvent.Status.SUCCEEDED ? 0 : 1;
                }
            }
            return lost;
        } finally {
            jobs.close();
        }
    }

    @Override
    public void close() throws IOException {
        cluster.close();
    }
}
