package org.underbase.exalt.harness.measure;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.underbase.testbed.Daemon;

/** Reader of a NameNode's counters at /jmx. The queries exclude the list of DataNodes, which is long. */
final class NameNodeProbe {
    private static final String SERVICE = "Hadoop:service=NameNode,name=";
    private static final String COUNT = "NumOps";
    /** Metric that counts each call a second time, including the time in the queue. */
    private static final String TWICE = "Overall";

    /** Unit of rpc.metrics.timeunit in the cluster's settings. */
    private static final double MICROS_PER_MILLI = 1e3;

    private static final double NANOS_PER_MILLI = 1e6;

    private static final String ONE_LOCK = "FSN";
    private static final String NAMES_LOCK = "FS";
    private static final String BLOCKS_LOCK = "BM";
    private static final String HELD = "OverallNanosAvgTime";

    private final Daemon nameNode;
    private final String port;

    NameNodeProbe(Daemon nameNode) {
        this.nameNode = nameNode;
        String address = nameNode.address();
        port = address.substring(address.lastIndexOf(':') + 1);
    }

    /**
     * Counters at one moment.
     *
     * @param calls number of answered calls since the start, by method
     * @param answered number of all answered calls
     * @param mean mean times of about the last second, in milliseconds: queue, processing, lock wait within processing, hold times of the
     *     FS write lock, the FS read lock, and the BM write lock with the fine-grained lock
     * @param queue number of queued calls
     * @param gcCount number of garbage collections since the start
     * @param gcMillis duration of garbage collections since the start, in milliseconds
     * @param heapBytes used heap, in bytes
     * @param live number of live DataNodes
     * @param blocks number of blocks
     */
    record Look(
            Map<String, Long> calls,
            long answered,
            Means mean,
            double queue,
            long gcCount,
            double gcMillis,
            double heapBytes,
            double live,
            double blocks) {}

    /** Mean times, see {@link Look#mean}. */
    record Means(
            double queue, double processing, double lockWait, double writeLock, double readLock, double blockLock) {}

    Look look() throws IOException {
        JsonNode rpc = bean(SERVICE + "RpcActivityForPort" + port);
        JsonNode locks = bean(SERVICE + "FSNamesystem");
        JsonNode state = bean(SERVICE + "FSNamesystemState");
        // With the fine-grained lock (HDFS-17366) there are an FS lock and a BM lock.
        String names = locks.has(NAMES_LOCK + "WriteLock" + HELD) ? NAMES_LOCK : ONE_LOCK;
        double gc = 0;
        long collections = 0;
        for (JsonNode collector : nameNode.jmx("java.lang:type=GarbageCollector,*")) {
            gc += collector.path("CollectionTime").doubleValue();
            collections += collector.path("CollectionCount").longValue();
        }
        return new Look(
                calls(),
                rpc.path("RpcProcessingTime" + COUNT).longValue(),
                new Means(
                        rpc.path("RpcQueueTimeAvgTime").doubleValue() / MICROS_PER_MILLI,
                        rpc.path("RpcProcessingTimeAvgTime").doubleValue() / MICROS_PER_MILLI,
                        rpc.path("RpcLockWaitTimeAvgTime").doubleValue() / MICROS_PER_MILLI,
                        held(locks, names + "WriteLock"),
                        held(locks, names + "ReadLock"),
                        held(locks, BLOCKS_LOCK + "WriteLock")),
                rpc.path("CallQueueLength").doubleValue(),
                collections,
                gc,
                bean("java.lang:type=Memory")
                        .path("HeapMemoryUsage")
                        .path("used")
                        .doubleValue(),
                state.path("NumLiveDataNodes").doubleValue(),
                state.path("BlocksTotal").doubleValue());
    }

    private static double held(JsonNode locks, String lock) {
        return locks.path(lock + HELD).doubleValue() / NANOS_PER_MILLI;
    }

    private Map<String, Long> calls() throws IOException {
        Map<String, Long> result = new TreeMap<>();
        JsonNode detailed = bean(SERVICE + "RpcDetailedActivityForPort" + port);
        detailed.properties().forEach(field -> {
            String name = field.getKey();
            if (name.endsWith(COUNT)
                    && !name.startsWith(TWICE)
                    && field.getValue().isNumber()) {
                result.put(
                        name.substring(0, name.length() - COUNT.length()),
                        field.getValue().longValue());
            }
        });
        return result;
    }

    private JsonNode bean(String name) throws IOException {
        return nameNode.jmx(name).path(0);
    }
}
