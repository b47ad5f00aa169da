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
 * Many DataNodes in one JVM. Says {@code started N} for each that has started, {@code known N} when the NameNode has got a report of
 * blocks from so many since then, and {@code ready} when it has from all; then does what its
 * standard input says: {@code report} sends a full block report from each, {@code time-report NUMBER THRESHOLD} times one of a single
 * node, {@code gc} tells of collections of garbage, {@code bytes} of what the agent has saved. At the end of its input the JVM ends at once.
 *
 * <p>Arguments: the directory of the nodes, the number of the first one, how many, whether all of a DataNode is wanted ({@code whole} or
 * {@code small}), and the address of the host.
 */
public final class EmulatedDataNodes {
    /** Said for each node, with a number behind. */
    public static final String STARTED = "started ";
    /** Said with a number behind, as it grows. */
    public static final String KNOWN = "known ";
    /** Said once. */
    public static final String READY = "ready";
    /** Asks for full block reports. */
    public static final String REPORT = "report";
    /** Said when those are sent. */
    public static final String REPORTED = "reported";

    /** Asks what the agent has saved. */
    public static final String BYTES = "bytes";
    /** Numbers of {@link AgentBytes} behind. */
    public static final String SAVED = "saved ";
    /** Asks to time a report: the node's number and {@code dfs.blockreport.split.threshold} behind. */
    public static final String TIME_REPORT = "time-report ";
    /** Nanoseconds behind: in which the report was made, and in all. */
    public static final String TIMED = "timed ";
    /** Asks for collections of garbage. */
    public static final String GC = "gc";
    /** Their count and milliseconds behind. */
    public static final String COLLECTED = "collected ";

    private static final long REPORT_SECONDS = 300;
    private static final long POLL_MILLIS = 1000;
    /** One that could not register has none for five seconds, and tries again. */
    private static final int DOWN_POLLS = 60;

    /** Most of a start is waiting for threads that look at disks. */
    private static final int AT_A_TIME = 8;

    private static final int ARGUMENTS = 5;
    private static final int FAILED = 1;

    private final Path directory;
    private final PrintStream out;
    /** In how many polls in a row a DataNode had no service. */
    private final Map<Integer, Integer> down = new HashMap<>();

    private final Map<Integer, DataNode> nodes = new ConcurrentSkipListMap<>();

    private EmulatedDataNodes(Path directory, PrintStream out) {
        this.directory = directory;
        this.out = out;
    }

    /**
     * For the JVM.
     *
     * @param args see above
     */
    public static void main(String[] args) {
        if (args.length != ARGUMENTS) {
            System.err.println("EmulatedDataNodes: DIRECTORY FIRST COUNT small|whole ADDRESS");
            System.exit(2);
        }
        try {
            EmulatedDataNodes nodes = new EmulatedDataNodes(Path.of(args[0]), System.out);
            if (args[3].equals("small")) {
                LeftOut.check();
            }
            nodes.start(args[4], Integer.parseInt(args[1]), Integer.parseInt(args[2]));
            nodes.obey();
        } catch (IOException | InterruptedException | RuntimeException e) {
            System.err.println("EmulatedDataNodes: " + e);
            e.printStackTrace();
            Runtime.getRuntime().halt(FAILED);
        }
        // Hundreds of orderly ends would take minutes, and nothing is to be kept.
        Runtime.getRuntime().halt(0);
    }

    private void start(String address, int first, int count) throws IOException, InterruptedException {
        // Else the second DataNode of a JVM finds the names of its metrics taken.
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
                say(STARTED + (i + 1));
            }
        } catch (ExecutionException e) {
            throw new IOException("a DataNode does not start: " + e.getCause(), e);
        } finally {
            pool.shutdownNow();
        }
        awaitKnown(shared, begin);
        say(READY);
    }

    /**
     * A DataNode that has started refuses blocks until it has registered; that the NameNode calls it live may be from before it was killed,
     * and may be at another port.
     */
    private void awaitKnown(Configuration conf, long begin) throws IOException, InterruptedException {
        try (FileSystem fs = FileSystem.newInstance(conf)) {
            int said = 0;
            while (said < nodes.size()) {
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
                int count = known((DistributedFileSystem) fs, begin);
                if (count > said) {
                    said = count;
                    say(KNOWN + count);
                }
            }
        }
    }

    /** How many of them have reported since. */
    private int known(DistributedFileSystem fs, long begin) throws IOException {
        Map<String, DatanodeInfo> live = new HashMap<>();
        try {
            for (DatanodeInfo node : fs.getDataNodeStats(DatanodeReportType.LIVE)) {
                live.put(node.getDatanodeUuid(), node);
            }
        } catch (IOException e) {
            // Whether the NameNode lives is for the harness to see, and how long all of it may take.
            System.err.println("the NameNode does not tell which DataNodes are live, it is asked again: " + e);
            return 0;
        }
        int count = 0;
        for (Map.Entry<Integer, DataNode> entry : nodes.entrySet()) {
            DataNode node = entry.getValue();
            DatanodeInfo told = live.get(String.valueOf(node.getDatanodeUuid()));
            if (told != null
                    && told.getLastBlockReportMonotonic() >= begin
                    && told.getXferPort() == node.getXferPort()) {
                count++;
            } else if (node.isDatanodeUp()) {
                down.remove(entry.getKey());
            } else if (down.merge(entry.getKey(), 1, Integer::sum) > DOWN_POLLS) {
                throw new IOException("DataNode " + entry.getKey() + " has ended: see the log");
            }
        }
        return count;
    }

    private void obey() throws IOException, InterruptedException {
        Scanner in = new Scanner(System.in, java.nio.charset.StandardCharsets.UTF_8);
        while (in.hasNextLine()) {
            String order = in.nextLine();
            if (order.equals(BYTES)) {
                say(SAVED + AgentBytes.ofThisJvm().line());
            } else if (order.equals(REPORT)) {
                for (DataNode node : nodes.values()) {
                    node.triggerBlockReport(new BlockReportOptions.Factory().build());
                }
                say(REPORTED);
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
                say(COLLECTED + count + " " + millis);
            } else {
                throw new IOException("no such order: '" + order + "'");
            }
        }
    }

    private void timeReport(DataNode node, String threshold) throws IOException, InterruptedException {
        try {
            node.reconfigureProperty("dfs.blockreport.split.threshold", threshold);
        } catch (ReconfigurationException e) {
            throw new IOException("the threshold of block reports cannot be set", e);
        }
        ReportWatch.reset();
        node.triggerBlockReport(new BlockReportOptions.Factory().build());
        ReportWatch.Times times = ReportWatch.await(REPORT_SECONDS);
        say(TIMED + times.makeNanos() + " " + times.allNanos());
    }

    private void say(String line) {
        out.println(line);
        out.flush();
    }
}
