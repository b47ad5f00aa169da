package org.underbase.dist.check;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.client.ChildJvm;
import org.underbase.testbed.yarn.YarnDaemon;

/** HDFS and YARN in separate processes. The class path of containers contains Hadoop and no class of Underbase. */
final class YarnCluster implements AutoCloseable {
    static final String STAGING = "/staging";
    /** Jars of an operator's tracer directory. */
    private static final List<String> TRACER = List.of("htfs-tracer-", "operator-interface-", "zstd-jni-");

    private static final String INPUT = "/input/lines";
    private static final String LINES = "one\ntwo\nthree\n";
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final TestCluster hdfs;
    private final ChildJvm<String, JsonNode> yarn;
    private final Configuration conf;
    private final Path directory;
    private int jobs;

    private YarnCluster(TestCluster hdfs, ChildJvm<String, JsonNode> yarn, Path directory, JsonNode addresses)
            throws IOException {
        this.hdfs = hdfs;
        this.yarn = yarn;
        this.directory = directory;
        this.conf = new YarnConfiguration();
        for (String site : new String[] {"core-site.xml", "hdfs-site.xml"}) {
            conf.addResource(new org.apache.hadoop.fs.Path(
                    hdfs.clientConfigurationDirectory().resolve(site).toUri()));
        }
        addresses
                .properties()
                .forEach(
                        address -> conf.set(address.getKey(), address.getValue().asText()));
        conf.set("mapreduce.framework.name", "yarn");
        conf.set("yarn.app.mapreduce.am.staging-dir", STAGING);
        conf.set("mapreduce.am.max-attempts", "1");
        conf.set("mapreduce.map.maxattempts", "1");
        conf.set("yarn.app.mapreduce.am.resource.mb", "512");
        conf.set("mapreduce.map.memory.mb", "512");
        for (String options : new String[] {"yarn.app.mapreduce.am.command-opts", "mapreduce.map.java.opts"}) {
            conf.set(options, "-Xmx256m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        }
        YarnDaemon.completeClassPath(conf);
        try (FileSystem fs = FileSystem.newInstance(conf);
                FSDataOutputStream out = fs.create(new org.apache.hadoop.fs.Path(INPUT))) {
            out.write(LINES.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Starts both clusters. */
    static YarnCluster start() throws IOException {
        TestCluster hdfs = TestCluster.builder()
                .name("traced-jobs")
                .set("dfs.replication", "1")
                .start();
        try {
            Path directory = Files.createDirectories(hdfs.directory().resolve("yarn"));
            ChildJvm<String, JsonNode> yarn = ChildJvm.<String, JsonNode>on(
                            hdfs.client(),
                            YarnDaemons.class,
                            List.of(),
                            directory.resolve("daemons.err"),
                            JsonNode.class)
                    .limit(LIMIT);
            return new YarnCluster(hdfs, yarn, directory, yarn.call(directory.toString()));
        } catch (IOException | RuntimeException e) {
            hdfs.close();
            throw e;
        }
    }

    /** Creates the configuration of a client that submits jobs, without the tracer's keys. */
    Configuration configuration() {
        return new Configuration(conf);
    }

    /** Creates a directory for files of the test. */
    Path directory(String name) throws IOException {
        return Files.createDirectories(directory.resolve(name));
    }

    TestCluster hdfs() {
        return hdfs;
    }

    /** Copies the tracer's jars from the distribution, as an operator does, and returns their directory. */
    Path tracerJars() throws IOException {
        Path target = directory("tracer");
        try (Stream<Path> jars = Files.list(Path.of("target", "underbase", "lib"))) {
            for (Path jar : (Iterable<Path>) jars::iterator) {
                String name = jar.getFileName().toString();
                if (TRACER.stream().anyMatch(name::startsWith) && Files.notExists(target.resolve(name))) {
                    Files.copy(jar, target.resolve(name));
                }
            }
        }
        return target;
    }

    /**
     * Runs a job with one container for its ApplicationMaster and one for a task, which copies the lines of a file.
     *
     * @return whether it succeeded; its output is then correct
     */
    boolean run(Configuration submitter) throws IOException, InterruptedException, ClassNotFoundException {
        org.apache.hadoop.fs.Path output = new org.apache.hadoop.fs.Path("/output/" + ++jobs);
        Job job = job(submitter, output);
        if (!job.waitForCompletion(false)) {
            return false;
        }
        try (FileSystem fs = FileSystem.newInstance(conf);
                var in = fs.open(new org.apache.hadoop.fs.Path(output, "part-m-00000"))) {
            String copied = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            if (!copied.equals("0\tone\n4\ttwo\n8\tthree\n")) {
                throw new IOException("the output of job " + job.getJobID() + " is wrong: " + copied);
            }
        }
        return true;
    }

    /** Submits a job of {@link #run} without waiting for it. */
    void submit(Configuration submitter) throws IOException, InterruptedException, ClassNotFoundException {
        job(submitter, new org.apache.hadoop.fs.Path("/output/" + ++jobs)).submit();
    }

    private static Job job(Configuration submitter, org.apache.hadoop.fs.Path output) throws IOException {
        Job job = Job.getInstance(submitter, "copy");
        job.setOutputKeyClass(LongWritable.class);
        job.setOutputValueClass(Text.class);
        job.setNumReduceTasks(0);
        FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(INPUT));
        FileOutputFormat.setOutputPath(job, output);
        return job;
    }

    /** Returns the lines of all logs of containers. */
    List<String> containerLogs() throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.walk(directory.resolve("log"))) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                lines.addAll(Files.readAllLines(file, StandardCharsets.ISO_8859_1));
            }
        }
        return lines;
    }

    @Override
    public void close() throws IOException {
        try {
            yarn.close();
        } finally {
            hdfs.close();
        }
    }
}
