package org.underbase.htfs.equality;

import java.io.IOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.GlobalStorageStatistics;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageStatistics;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DFSOpsCountStatistics;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/** One of the two clients with its directory, and all observable effects of its calls. */
final class Side implements AutoCloseable {
    /** One call of the script. */
    @FunctionalInterface
    interface Step {
        Object run(Side side) throws Exception;
    }

    private final DistributedFileSystem fs;
    private final String root;
    private final String metrics;
    private final DFSClient barrier;
    private final Map<String, Object> kept = new LinkedHashMap<>();

    Side(URI uri, Configuration conf, String root, int nameNodePort) throws IOException {
        this.fs = (DistributedFileSystem) FileSystem.newInstance(uri, conf);
        this.root = root;
        this.barrier = new DFSClient(uri, conf);
        this.metrics = "RpcDetailedActivityForPort" + nameNodePort;
    }

    DistributedFileSystem fs() {
        return fs;
    }

    /** Returns a path in this side's directory. */
    Path at(String name) {
        return new Path(root, name);
    }

    String root() {
        return root;
    }

    /** Keeps an object for a later step. */
    <T> T keep(String name, T value) {
        kept.put(name, value);
        return value;
    }

    FSDataInputStream input(String name) {
        return (FSDataInputStream) kept.get(name);
    }

    FSDataOutputStream output(String name) {
        return (FSDataOutputStream) kept.get(name);
    }

    long number(String name) {
        return (Long) kept.get(name);
    }

    /** Runs a step and returns its effects that a caller or an administrator can observe, one line each. */
    Map<String, String> observe(Step step) throws IOException {
        Map<String, Long> calls = nameNodeCalls();
        Map<String, Long> counters = counters();
        String outcome;
        try {
            outcome = Shown.of(step.run(this), this);
        } catch (Exception | AssertionError e) {
            outcome = e.getClass().getName() + ": " + Shown.neutral(String.valueOf(e.getMessage()), this);
        }
        Map<String, String> seen = new TreeMap<>();
        seen.put("outcome", outcome);
        difference(counters, counters()).forEach((name, value) -> seen.put("statistics " + name, value));
        difference(calls, nameNodeCalls()).forEach((name, value) -> seen.put("call " + name, value));
        return seen;
    }

    private static Map<String, String> difference(Map<String, Long> before, Map<String, Long> after) {
        Map<String, String> difference = new TreeMap<>();
        after.forEach((name, value) -> {
            long delta = value - before.getOrDefault(name, 0L);
            if (delta != 0) {
                // The client repeats complete until a DataNode has reported the last block.
                difference.put(name, name.startsWith("complete") ? "some" : Long.toString(delta));
            }
        });
        return difference;
    }

    @SuppressWarnings("deprecation") // HBase and MapReduce still read the statistics by class
    private Map<String, Long> counters() {
        Map<String, Long> counters = new TreeMap<>();
        FileSystem.Statistics bytes = FileSystem.getStatistics("hdfs", fs.getClass());
        counters.put("bytesRead", bytes.getBytesRead());
        counters.put("bytesWritten", bytes.getBytesWritten());
        counters.put("readOps", (long) bytes.getReadOps());
        counters.put("largeReadOps", (long) bytes.getLargeReadOps());
        counters.put("writeOps", (long) bytes.getWriteOps());
        for (int distance = 0; distance <= 4; distance++) {
            counters.put("bytesReadAtDistance" + distance, bytes.getBytesReadByDistance(distance));
        }
        counters.put("bytesReadErasureCoded", bytes.getBytesReadErasureCoded());
        StorageStatistics operations = GlobalStorageStatistics.INSTANCE.get(DFSOpsCountStatistics.NAME);
        operations.getLongStatistics().forEachRemaining(each -> counters.put(each.getName(), each.getValue()));
        return counters;
    }

    private Map<String, Long> nameNodeCalls() throws IOException {
        // The NameNode counts a call after its response, and has one handler: the response to this call follows the
        // counts of all previous calls.
        barrier.getNamenode().getCurrentEditLogTxid();
        MetricsSource source = DefaultMetricsSystem.instance().getSource(metrics);
        MetricsCollectorImpl collector = new MetricsCollectorImpl();
        source.getMetrics(collector, true);
        Map<String, Long> calls = new TreeMap<>();
        for (MetricsRecord record : collector.getRecords()) {
            for (AbstractMetric metric : record.metrics()) {
                String name = metric.name();
                if (name.endsWith("NumOps") && !name.startsWith("Overall") && !background(name)) {
                    calls.put(
                            name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1),
                            metric.value().longValue());
                }
            }
        }
        return calls;
    }

    /** Calls whose number depends on time: those of DataNodes and lease renewal, and retries before a DataNode's report. */
    private static boolean background(String metric) {
        return metric.matches("(SendHeartbeat|BlockReport|BlockReceivedAndDeleted|RenewLease|VersionRequest"
                + "|RegisterDatanode|CacheReport|SendLifeline|ErrorReport|CommitBlockSynchronization"
                + "|GetTransactionId|GetCurrentEditLogTxid|DeferredRpc.*|NotReplicatedYetException)NumOps");
    }

    @Override
    public void close() throws IOException {
        barrier.close();
        fs.close();
    }
}
