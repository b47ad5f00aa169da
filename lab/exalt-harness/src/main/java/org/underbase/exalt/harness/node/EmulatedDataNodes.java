package org.underbase.exalt.harness.node;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Scanner;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.ReconfigurationException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.client.BlockReportOptions;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.util.Time;

/**
 * Main class of a JVM with many DataNodes. It prints {@code started N} for each started DataNode, {@code known N} when the NameNode has
 * received block reports from N of them, and {@code ready} when it has received all. Then it serves requests on standard input:
 * {@code report} sends a full block report from each DataNode, {@code time-report NUMBER THRESHOLD} times a report of one DataNode,
 * {@code gc} prints garbage collections, {@code bytes} prints the agent's counters. The JVM halts when its input ends.
 *
 * <p>Arguments: directory of the DataNodes, index of the first one, their number, {@code full} for all services or {@code small}, and
 * the address of the host.
 */
public final class EmulatedDataNodes {
    /** Prefix of a progress line, followed by the number of started DataNodes. */
    public static final String STARTED = "started ";
    /** Prefix of a progress line, followed by the number of DataNodes with block reports. */
    public static final String KNOWN = "known ";
    /** Progress line that is printed once. */
    public static final String READY = "ready";
    /** Request for full block reports. */
    public static final String REPORT = "report";
    /** Response when the reports are sent. */
    public static final String REPORTED = "reported";

    /** Request for the agent's counters. */
    public static final String BYTES = "bytes";
    /** Response, followed by the numbers of {@link AgentBytes}. */
    public static final String SAVED = "saved ";
    /** Request to time a report, followed by the DataNode's index and {@code dfs.blockreport.split.threshold}. */
    public static final String TIME_REPORT = "time-report ";
    /** Response, followed by the time to create the report and the total time, in nanoseconds. */
    public static final String TIMED = "timed ";
    /** Request for garbage collections. */
    public static final String GC = "gc";
    /** Response, followed by their number and milliseconds. */
    public static final String COLLECTED = "collected ";

    private static final long REPORT_SECONDS = 300;
    private static final long POLL_MILLIS = 1000;
    /** A DataNode that fails to register waits five seconds before it retries. */
    private static final int DOWN_POLLS = 60;

    /** Number of concurrent starts: most of a start waits for disk checks. */
    private static final int AT_A_TIME = 8;

    private static final int ARGUMENTS = 5;
    private static final int FAILED = 1;

    private final Path directory;
    private final PrintStream out;
    /** Consecutive polls in which a DataNode had no service. */
    private final Map<Integer, Integer> down = new HashMap<>();

    private final Map<Integer, DataNode> nodes = new ConcurrentSkipListMap<>();

    private EmulatedDataNodes(Path directory, PrintStream out) {
        this.directory = directory;
        this.out = out;
    }

    /**
     * Runs the DataNodes; the JVM calls this.
     *
     * @param args arguments, see the class
     */
    public static void main(String[] args) {
        if (args.length != ARGUMENTS) {
            System.err.println("EmulatedDataNodes: usage: DIRECTORY FIRST COUNT small|full ADDRESS");
            System.exit(2);
        }
        try {
            EmulatedDataNodes nodes = new EmulatedDataNodes(Path.of(args[0]), System.out);
            if (args[3].equals("small")) {
                DisabledServices.check();
            }
            nodes.start(args[4], Integer.parseInt(args[1]), Integer.parseInt(args[2]));
            nodes.serve();
        } catch (IOException | InterruptedException | RuntimeException e) {
            System.err.println("EmulatedDataNodes: " + e);
            e.printStackTrace();
            Runtime.getRuntime().halt(FAILED);
        }
        // A graceful shutdown of hundreds of DataNodes takes minutes, and nothing must be kept.
        Runtime.getRuntime().halt(0);
    }

    private void start(String address, int first, int count) throws IOException, InterruptedException {
        // Mini cluster mode: otherwise the metrics names of the second DataNode in a JVM are in use.
        DefaultMetricsSystem.setMiniClusterMode(true);
        // All processes of a machine share this clock.
        long begin = Time.monotonicNow();
        Configuration shared = NodeSettings.shared(new HdfsConfiguration(), address);
        ExecutorService pool = Executors.newFixedThreadPool(AT_A_TIME);
        try {
            ExecutorCompletionService<DataNode> starts = new ExecutorCompletionService<>(pool);
            for (int i = 0; i < count; i++) {
                int number = first + i;
                Path home = Files.createDirectories(directory.resolve("dn" + number));
                starts.submit(() -> nodes.put(
                        number, DataNode.createDataNode(new String[0], NodeSettings.of(shared, number, home))));
            }
            for (int i = 0; i < count; i++) {
                starts.take().get();
                print(STARTED + (i + 1));
            }
        } catch (ExecutionException e) {
            throw new IOException("cannot start a DataNode: " + e.getCause(), e);
        } finally {
            pool.shutdownNow();
        }
        awaitKnown(shared, begin);
        print(READY);
    }

    /**
     * Awaits registration: a started DataNode rejects blocks until it has registered. The NameNode may still report it as live from before
     * a kill, and at another port.
     */
    private void awaitKnown(Configuration conf, long begin) throws IOException, InterruptedException {
        try (FileSystem fs = FileSystem.newInstance(conf)) {
            int progress = 0;
            while (progress < nodes.size()) {
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
                int count = known((DistributedFileSystem) fs, begin);
                if (count > progress) {
                    progress = count;
                    print(KNOWN + count);
                }
            }
        }
    }

    /** Counts the DataNodes with a block report since their start. */
    private int known(DistributedFileSystem fs, long begin) throws IOException {
        Map<String, DatanodeInfo> live = new HashMap<>();
        try {
            for (DatanodeInfo node : fs.getDataNodeStats(DatanodeReportType.LIVE)) {
                live.put(node.getDatanodeUuid(), node);
            }
        } catch (IOException e) {
            // The harness checks whether the NameNode runs, and limits the total time.
            System.err.println("Retrying the query for live DataNodes: " + e);
            return 0;
        }
        int count = 0;
        for (Map.Entry<Integer, DataNode> entry : nodes.entrySet()) {
            DataNode node = entry.getValue();
            DatanodeInfo found = live.get(String.valueOf(node.getDatanodeUuid()));
            if (found != null
                    && found.getLastBlockReportMonotonic() >= begin
                    && found.getXferPort() == node.getXferPort()) {
                count++;
            } else if (node.isDatanodeUp()) {
                down.remove(entry.getKey());
            } else if (down.merge(entry.getKey(), 1, Integer::sum) > DOWN_POLLS) {
                throw new IOException("DataNode " + entry.getKey() + " stopped: see the log");
            }
        }
        return count;
    }

    private void serve() throws IOException, InterruptedException {
        Scanner in = new Scanner(System.in, java.nio.charset.StandardCharsets.UTF_8);
        while (in.hasNextLine()) {
            String order = in.nextLine();
            if (order.equals(BYTES)) {
                print(SAVED + AgentBytes.ofThisJvm().line());
            } else if (order.equals(REPORT)) {
                for (DataNode node : nodes.values()) {
                    node.triggerBlockReport(new BlockReportOptions.Factory().build());
                }
                print(REPORTED);
            } else if (order.startsWith(TIME_REPORT)) {
                String[] words = order.split(" ", -1);
                timeReport(nodes.get(Integer.parseInt(words[1])), words[2]);
            } else if (order.equals(GC)) {
                long count = 0;
                long millis = 0;
                for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
                    count += collector.getCollectionCount();
                    millis += collector.getCollectionTime();
                }
                print(COLLECTED + count + " " + millis);
            } else {
                throw new IOException("unknown request '" + order + "'");
            }
        }
    }

    private void timeReport(DataNode node, String threshold) throws IOException, InterruptedException {
        try {
            node.reconfigureProperty("dfs.blockreport.split.threshold", threshold);
        } catch (ReconfigurationException e) {
            throw new IOException("cannot set the threshold of block reports", e);
        }
        ReportWatch.reset();
        node.triggerBlockReport(new BlockReportOptions.Factory().build());
        ReportWatch.Times times = ReportWatch.await(REPORT_SECONDS);
        print(TIMED + times.makeNanos() + " " + times.allNanos());
    }

    private void print(String line) {
        out.println(line);
        out.flush();
    }
}
