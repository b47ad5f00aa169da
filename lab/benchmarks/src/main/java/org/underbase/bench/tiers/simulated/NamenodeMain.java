package org.underbase.bench.tiers.simulated;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.underbase.testbed.client.RequestLoop;
import org.underbase.tier.client.TieredFileSystem;
import org.underbase.tier.protocol.TierProtocolTranslator;
import org.underbase.tier.protocol.proto.TierProtocolProtos.StatusResponseProto;

/**
 * NameNode with simulated DataNodes: {@code NamenodeMain DIRECTORY DATANODES FLASH [KEY=VALUE...]}. Executes {@link Job}s.
 */
public final class NamenodeMain {
    private static final long POLL_MILLIS = 200;

    private NamenodeMain() {}

    /**
     * Executes jobs until the input ends or a job fails.
     *
     * @param args see above
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
            // Hadoop leaves non-daemon threads.
            System.exit(exit);
        }
    }

    private static void serve(String[] args) throws IOException, InterruptedException {
        RequestLoop<Job> jobs = new RequestLoop<>(Job.class);
        // Formatting also creates a namesystem in this JVM.
        DefaultMetricsSystem.setMiniClusterMode(true);
        Configuration conf = configuration(Files.createDirectories(Path.of(args[0])));
        for (int i = 3; i < args.length; i++) {
            int equals = args[i].indexOf('=');
            conf.set(args[i].substring(0, equals), args[i].substring(equals + 1));
        }
        try (SimulatedCluster cluster = new SimulatedCluster(
                conf, SimulatedLayout.of(Integer.parseInt(args[1])), Boolean.parseBoolean(args[2]))) {
            Operations operations = new Operations(cluster);
            Figures figures = new Figures(cluster);
            jobs.run(job -> switch (job.kind()) {
                case POLICY -> policy(cluster, job);
                case FIGURES -> figures.run(job);
                case SCANS -> scans(cluster, job);
                case SUBTREE, FIRST_MOVE -> incremental(cluster, job);
                default -> operations.run(job);
            });
        }
    }

    private static Configuration configuration(Path directory) {
        Configuration conf = new Configuration();
        conf.set("fs.defaultFS", "hdfs://127.0.0.1:0");
        conf.set("dfs.namenode.http-address", "127.0.0.1:0");
        conf.set("dfs.namenode.name.dir", directory.resolve("name").toUri().toString());
        conf.set("net.topology.node.switch.mapping.impl", SimulatedRacks.class.getName());
        // DataNodes send one heartbeat only.
        conf.set("dfs.namenode.heartbeat.recheck-interval", "36000000");
        conf.set("dfs.namenode.stale.datanode.interval", "36000000");
        conf.set("dfs.heartbeat.interval", "3600");
        conf.set("dfs.namenode.redundancy.interval.seconds", "3600s");
        // The edit log's wait for the disk is the same on both sides and would hide differences.
        conf.set("dfs.namenode.edits.noeditlogchannelflush", "true");
        return conf;
    }

    private static Done scans(SimulatedCluster cluster, Job job) throws IOException, InterruptedException {
        try (TierProtocolTranslator tiers = cluster.tiers()) {
            long until = tiers.status().getScans() + job.count();
            StatusResponseProto status = tiers.status();
            while (status.getScans() < until) {
                Thread.sleep(POLL_MILLIS);
                status = tiers.status();
            }
            long collections = 0;
            long collectionMillis = 0;
            for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
                collections += collector.getCollectionCount();
                collectionMillis += collector.getCollectionTime();
            }
            Map<String, Long> counts = new HashMap<>();
            counts.put("files", status.getFilesScanned());
            counts.put("misplaced", status.getMisplacedBlocks());
            counts.put("lock.micros", Math.round(status.getScanLockFraction() * status.getLastScanMillis() * 1e3));
            counts.put("holds", status.getLockHolds());
            counts.put("p99.micros", status.getLockHoldP99Micros());
            counts.put("max.micros", status.getLockHoldMaxMicros());
            counts.put("max.gc.micros", status.getLockHoldGcMaxMicros());
            counts.put("blocks", status.getLockHoldMaxBlocks());
            counts.put("datanodes", status.getLockHoldMaxDatanodes());
            counts.put("collections", collections);
            counts.put("collection.millis", collectionMillis);
            return Done.counted(counts);
        }
    }

    private static Done incremental(SimulatedCluster cluster, Job job) throws IOException, InterruptedException {
        try (TierProtocolTranslator tiers = cluster.tiers()) {
            StatusResponseProto before = tiers.status();
            long start = System.nanoTime();
            policy(cluster, job);
            StatusResponseProto status = tiers.status();
            while (job.kind() == Job.Kind.SUBTREE
                    ? status.getSubtreesChecked() == before.getSubtreesChecked()
                    : moves(status) == moves(before)) {
                Thread.sleep(POLL_MILLIS);
                status = tiers.status();
            }
            return new Done(
                    1,
                    System.nanoTime() - start,
                    0,
                    Map.of(
                            "files", status.getSubtreeFilesChecked() - before.getSubtreeFilesChecked(),
                            "lock.micros", status.getLockHoldTotalMicros() - before.getLockHoldTotalMicros(),
                            "max.micros", status.getLockHoldMaxMicros(),
                            "scans", status.getScans() - before.getScans()));
        }
    }

    private static long moves(StatusResponseProto status) {
        return status.getMovesQueued() + status.getMovesRunning() + status.getMovesDone() + status.getMovesFailed();
    }

    private static Done policy(SimulatedCluster cluster, Job job) throws IOException {
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
        return Done.empty();
    }
}
