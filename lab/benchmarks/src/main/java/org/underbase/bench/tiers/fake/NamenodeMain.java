package org.underbase.bench.tiers.fake;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.underbase.tier.client.TieredFileSystem;

/**
 * A NameNode with DataNodes that do not exist: {@code NamenodeMain DIRECTORY DATANODES FLASH [KEY=VALUE...]}. Reads jobs
 * from standard input, one JSON object a line, and answers each with a line of JSON; ends with its input.
 */
public final class NamenodeMain {
    private static final ObjectMapper JSON = new ObjectMapper();

    private NamenodeMain() {}

    /**
     * Serves until the input ends, or something fails, which standard error tells.
     */
    public static void main(String[] args) {
        int exit = 1;
        try {
            serve(args);
            exit = 0;
        } catch (IOException | InterruptedException | RuntimeException e) {
            System.err.print("Exception in thread main: ");
            e.printStackTrace();
        } finally {
            // Hadoop leaves threads behind that are no daemons.
            System.exit(exit);
        }
    }

    private static void serve(String[] args) throws IOException, InterruptedException {
        PrintStream answers = System.out;
        // Whatever a library prints must not mix with the answers.
        System.setOut(System.err);
        // Formatting makes a namesystem, too, in the same JVM.
        DefaultMetricsSystem.setMiniClusterMode(true);
        Configuration conf = configuration(Files.createDirectories(Path.of(args[0])));
        for (int i = 3; i < args.length; i++) {
            int equals = args[i].indexOf('=');
            conf.set(args[i].substring(0, equals), args[i].substring(equals + 1));
        }
        try (FakeCluster cluster =
                        new FakeCluster(conf, FakeLayout.of(Integer.parseInt(args[1])), Boolean.parseBoolean(args[2]));
                BufferedReader jobs = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            Operations operations = new Operations(cluster);
            Figures figures = new Figures(cluster);
            for (String line = jobs.readLine(); line != null; line = jobs.readLine()) {
                Job job = JSON.readValue(line, Job.class);
                Done done =
                        switch (job.kind()) {
                            case POLICY -> policy(cluster, job);
                            case FIGURES -> figures.run(job);
                            default -> operations.run(job);
                        };
                answers.println(JSON.writeValueAsString(done));
                answers.flush();
            }
        }
    }

    private static Configuration configuration(Path directory) {
        Configuration conf = new Configuration();
        conf.set("fs.defaultFS", "hdfs://127.0.0.1:0");
        conf.set("dfs.namenode.http-address", "127.0.0.1:0");
        conf.set("dfs.namenode.name.dir", directory.resolve("name").toUri().toString());
        conf.set("net.topology.node.switch.mapping.impl", FakeRacks.class.getName());
        // Heartbeats are sent once only.
        conf.set("dfs.namenode.heartbeat.recheck-interval", "36000000");
        conf.set("dfs.namenode.stale.datanode.interval", "36000000");
        conf.set("dfs.heartbeat.interval", "3600");
        conf.set("dfs.namenode.redundancy.interval.seconds", "3600s");
        // What the edit log waits for is the disk, the same for both sides: without it a difference shows better.
        conf.set("dfs.namenode.edits.noeditlogchannelflush", "true");
        return conf;
    }

    private static Done policy(FakeCluster cluster, Job job) throws IOException {
        Operations.mkdirs(cluster, job.directory());
        if (!job.word().isEmpty()) {
            Configuration conf = new Configuration(cluster.namenode().getConf());
            FileSystem.setDefaultUri(
                    conf,
                    "hdfs://127.0.0.1:"
                            + cluster.namenode().getNameNodeAddress().getPort());
            try (FileSystem fs = FileSystem.newInstance(conf);
                    TieredFileSystem tiered = TieredFileSystem.of(fs)) {
                tiered.setRepPolicy(job.directory(), job.word(), 0);
            }
        }
        return Done.nothing();
    }
}
