package org.underbase.bench.exalt.mini;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.UnixOperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
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

/**
 * Hadoop's {@link MiniDFSCluster}, which grows: {@code MiniMain DIRECTORY plain|simulated}. Each line of its input is a number of
 * DataNodes to add; the answer is a {@link Grown} as a line of JSON. After a failure it ends. Settings are Hadoop's own, but for
 * one handler for each DataNode and no scanners, which is what it is usually slimmed down with.
 */
public final class MiniMain {
    /** Keeps no data: whatever is read of it is the same byte. */
    public static final String SIMULATED = "simulated";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final short REPLICATION = 3;
    private static final int FILE = 1 << 20;
    private static final long KILOBYTE = 1024;

    private final Configuration conf;
    private MiniDFSCluster cluster;
    private int wanted;
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

    /** Serves until its input ends. */
    public static void main(String[] args) throws IOException {
        PrintStream answers = System.out;
        // Whatever a library prints must not mix with the answers.
        System.setOut(System.err);
        MiniMain mini = new MiniMain(Path.of(args[0]), args[1].equals(SIMULATED));
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                answers.println(JSON.writeValueAsString(mini.grow(Integer.parseInt(line.strip()))));
                answers.flush();
            }
        }
        // Hundreds of DataNodes take minutes to end in order, and nothing is to be kept.
        Runtime.getRuntime().halt(0);
    }

    private Grown grow(int more) throws IOException {
        try {
            if (cluster == null) {
                cluster = new MiniDFSCluster.Builder(conf).numDataNodes(more).build();
            } else {
                cluster.startDataNodes(conf, more, true, null, null);
            }
            wanted += more;
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> cluster.getNamesystem().getNumLiveDataNodes() == wanted);
            write();
            last = state(wanted);
            return last;
        } catch (IOException | RuntimeException | Error e) {
            // That is what is looked for: how many there are when it fails, and of what.
            String why = e instanceof ConditionTimeoutException
                    ? "not all are live after " + PATIENCE.toSeconds() + " s"
                    : "" + e;
            String first = why.lines().findFirst().orElse(e.getClass().getName());
            // Without descriptors or threads it cannot even be looked at any more.
            return new Grown(last.live(), last.threads(), last.descriptors(), last.residentBytes(), first);
        }
    }

    private void write() throws IOException {
        FileSystem fs = cluster.getFileSystem();
        org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/f" + wanted);
        short replication = (short) Math.min(REPLICATION, wanted);
        try (OutputStream out = fs.create(file, replication)) {
            out.write(new byte[FILE]);
        }
        if (fs.getFileStatus(file).getLen() != FILE) {
            throw new IOException(file + " has not got its length");
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
