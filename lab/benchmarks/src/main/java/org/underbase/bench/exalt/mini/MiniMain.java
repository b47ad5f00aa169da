package org.underbase.bench.exalt.mini;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.datanode.SimulatedFSDataset;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.underbase.testbed.client.RequestLoop;

/**
 * Growing {@link MiniDFSCluster}: {@code MiniMain DIRECTORY plain|simulated}. A request is a number of DataNodes to add; the
 * response is a {@link Grown}. DataNodes have one handler and no scanners, the usual settings of small clusters; all other
 * settings are Hadoop's defaults.
 */
public final class MiniMain {
    /** Kind of cluster whose DataNodes store no data: all reads return the same byte. */
    public static final String SIMULATED = "simulated";

    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final short REPLICATION = 3;
    private static final int FILE = 1 << 20;
    private static final long KILOBYTE = 1024;

    private final Configuration conf;
    private MiniDFSCluster cluster;
    private int expected;
    private Grown last = new Grown(0, 0, 0, 0, "");

    private MiniMain(Path directory, boolean simulated) {
        conf = new HdfsConfiguration();
        conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, directory.toString());
        conf.setInt("dfs.datanode.handler.count", 1);
        conf.setInt("dfs.datanode.directoryscan.interval", -1);
        conf.setInt("dfs.datanode.scan.period.hours", -1);
        conf.setInt("fs.du.interval", 0);
        if (simulated) {
            SimulatedFSDataset.setFactory(conf);
        }
    }

    /**
     * Executes requests until the input ends.
     *
     * @param args directory and kind of the cluster
     * @throws IOException if the input cannot be read
     * @throws InterruptedException if the thread is interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        RequestLoop<Integer> requests = new RequestLoop<>(Integer.class);
        MiniMain mini = new MiniMain(Path.of(args[0]), args[1].equals(SIMULATED));
        requests.run(mini::grow);
        // Hundreds of DataNodes take minutes to stop, and their data is discarded.
        Runtime.getRuntime().halt(0);
    }

    private Grown grow(int more) throws IOException {
        try {
            if (cluster == null) {
                cluster = new MiniDFSCluster.Builder(conf).numDataNodes(more).build();
            } else {
                cluster.startDataNodes(conf, more, true, null, null);
            }
            expected += more;
            Awaitility.await().atMost(LIMIT).until(() -> cluster.getNamesystem().getNumLiveDataNodes() == expected);
            write();
            last = state(expected);
            return last;
        } catch (IOException | RuntimeException | Error e) {
            // Expected: the benchmark measures when and why the cluster fails.
            String cause = e instanceof ConditionTimeoutException
                    ? "not all DataNodes live after " + LIMIT.toSeconds() + " s"
                    : "" + e;
            String first = cause.lines().findFirst().orElse(e.getClass().getName());
            // Without free descriptors or threads the state cannot be read.
            return new Grown(last.live(), last.threads(), last.descriptors(), last.residentBytes(), first);
        }
    }

    private void write() throws IOException {
        FileSystem fs = cluster.getFileSystem();
        org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/f" + expected);
        short replication = (short) Math.min(REPLICATION, expected);
        try (OutputStream out = fs.create(file, replication)) {
            out.write(new byte[FILE]);
        }
        if (fs.getFileStatus(file).getLen() != FILE) {
            throw new IOException("unexpected length of " + file);
        }
    }

    private static Grown state(int live) throws IOException {
        long resident = Files.readAllLines(Path.of("/proc/self/status")).stream()
                        .filter(line -> line.startsWith("VmRSS:"))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                        .sum()
                * KILOBYTE;
        var system = (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return new Grown(
                live,
                ManagementFactory.getThreadMXBean().getThreadCount(),
                system.getOpenFileDescriptorCount(),
                resident,
                "");
    }
}
