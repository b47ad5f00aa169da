package org.underbase.exalt.harness.measure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.underbase.exalt.harness.load.LoadProgress;
import org.underbase.exalt.harness.load.LoadSpec;
import org.underbase.exalt.harness.node.GcTotals;

/**
 * Measurements of one load, from its start to its end. Immutable.
 *
 * @param name name of the phase
 * @param load load of the clients
 * @param seconds time that clients worked, in seconds
 * @param progress final progress of the clients
 * @param calls number of calls that the NameNode answered, by method, without methods that were not called
 * @param nameNode means over all calls, in milliseconds
 * @param collected garbage collections, by group of processes
 * @param cpuSeconds processor time, by group of processes, in seconds
 * @param busy busy share of the machine's processors, in percent
 * @param ioWait share of the machine's processors that waited for disks, in percent
 * @param minAvailableMemory minimum available memory of the machine, in bytes
 * @param diskBytes bytes written to disks by all processes of the run
 * @param networkBytes bytes sent through the loopback interface by all processes of the machine; with several hosts over their links
 * @param hbase work of RegionServers
 * @param samples samples per second
 */
public record Phase(
        String name,
        LoadSpec load,
        double seconds,
        LoadProgress progress,
        Map<String, Long> calls,
        Map<Column, Double> nameNode,
        Map<String, GcTotals> collected,
        Map<String, Double> cpuSeconds,
        double busy,
        double ioWait,
        long minAvailableMemory,
        long diskBytes,
        long networkBytes,
        HBaseWork hbase,
        List<Sample> samples) {
    private static final List<Column> MEANS = List.of(
            Column.NN_QUEUE_MS,
            Column.NN_PROCESSING_MS,
            Column.NN_LOCK_WAIT_MS,
            Column.NN_WRITE_LOCK_MS,
            Column.NN_READ_LOCK_MS,
            Column.NN_BLOCK_LOCK_MS);

    private static final double MEGA = 1e6;
    private static final double NANOS_PER_MILLI = 1e6;

    static Phase of(
            String name,
            LoadSpec load,
            LoadProgress end,
            Snapshot first,
            Snapshot last,
            Map<String, List<Long>> processes,
            GcTotals emulated,
            List<Sample> samples) {
        Map<String, Long> calls = new TreeMap<>();
        last.nameNode().calls().forEach((method, count) -> {
            long more = count - first.nameNode().calls().getOrDefault(method, 0L);
            if (more > 0) {
                calls.put(method, more);
            }
        });
        Map<String, Double> cpu = new LinkedHashMap<>();
        processes.forEach((group, pids) -> cpu.put(group, last.cpuSince(first, pids)));
        ProcFiles.Ticks ticks = last.processors().since(first.processors());
        return new Phase(
                name,
                load,
                end.seconds(),
                end,
                calls,
                means(samples),
                Map.of(Processes.NAMENODE, collected(last).since(collected(first)), Processes.EMULATED, emulated),
                cpu,
                ticks.busyPercent(),
                ticks.ioWaitPercent(),
                samples.stream()
                        .mapToLong(sample -> (long) (sample.value(Column.MEMORY_FREE_MB) * MEGA))
                        .min()
                        .orElse(last.memoryAvailable()),
                last.writtenSince(first),
                last.network() - first.network(),
                HBaseWork.of(first.regionServers(), last.regionServers()),
                samples);
    }

    private static GcTotals collected(Snapshot at) {
        return new GcTotals(at.nameNode().gcCount(), at.nameNode().gcMillis());
    }

    /** Computes means over the calls: a second with many calls has a higher weight. */
    private static Map<Column, Double> means(List<Sample> samples) {
        Map<Column, Double> result = new LinkedHashMap<>();
        for (Column column : MEANS) {
            double sum = 0;
            double weight = 0;
            for (Sample sample : samples) {
                sum += sample.value(column) * sample.value(Column.NN_OPS_S);
                weight += sample.value(Column.NN_OPS_S);
            }
            result.put(column, weight == 0 ? 0 : sum / weight);
        }
        return result;
    }

    /**
     * Returns the rate of the clients' bytes.
     *
     * @return rate in MB/s; a MB is 1,000,000 bytes
     */
    public double megabytesPerSecond() {
        return progress.bytes() / MEGA / seconds;
    }

    /**
     * Returns the rate of the clients' files.
     *
     * @return rate in files/s
     */
    public double filesPerSecond() {
        return progress.files() / seconds;
    }

    /**
     * Returns the rate of the NameNode's calls, including heartbeats.
     *
     * @return rate in calls/s
     */
    public double callsPerSecond() {
        return calls.values().stream().mapToLong(Long::longValue).sum() / seconds;
    }

    /**
     * Returns the amount of sent data: to each replica on writes, from one replica on reads, and with HBase between clients and
     * RegionServers.
     *
     * @return size in bytes, without checksums
     */
    public long sentBytes() {
        return switch (load.kind()) {
            case WRITE -> progress.bytes() * load.replication();
            case PUT, FLUSH -> progress.bytes() + (hbase.walBytes() + hbase.flushedBytes()) * load.replication();
            case GET -> progress.bytes() * 2;
            case READ, CREATE, MKDIR, REPLAY -> progress.bytes();
        };
    }

    /**
     * Returns the number of started files or rows, including failed ones.
     *
     * @return number, at least that of completed ones
     */
    public long begun() {
        return progress.files()
                + progress.errors() * (load.rows() == null ? 1 : load.rows().batch());
    }

    /**
     * Returns the mean time of a client call.
     *
     * @return time in milliseconds; 0 without calls
     */
    public double clientMillis() {
        return progress.operationNanos() / NANOS_PER_MILLI / Math.max(1, progress.operations());
    }
}
