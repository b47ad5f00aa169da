package org.underbase.exalt.harness.measure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.underbase.exalt.harness.load.LoadSpec;
import org.underbase.exalt.harness.load.Said;
import org.underbase.exalt.harness.node.Collected;

/**
 * One load, from its start to its end. Immutable.
 *
 * @param name of it
 * @param load what the clients did
 * @param seconds that clients were at work
 * @param said by the clients at the end
 * @param calls that the NameNode answered, by method; those that it answered at all
 * @param nameNode means over all calls, in milliseconds
 * @param collected garbage, by what the processes are
 * @param cpuSeconds of processes, by what they are
 * @param busy share of the machine's processors, in percent
 * @param ioWait the same, waiting for disks
 * @param leastMemory that could be had, in bytes
 * @param diskBytes written by all processes of the run
 * @param networkBytes sent through the loopback interface, by whomever; with several hosts over their links
 * @param hbase what RegionServers did
 * @param samples second by second
 */
public record Phase(
        String name,
        LoadSpec load,
        double seconds,
        Said said,
        Map<String, Long> calls,
        Map<Column, Double> nameNode,
        Map<String, Collected> collected,
        Map<String, Double> cpuSeconds,
        double busy,
        double ioWait,
        long leastMemory,
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
            Said end,
            Snapshot first,
            Snapshot last,
            Map<String, List<Long>> processes,
            Collected emulated,
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

    private static Collected collected(Snapshot at) {
        return new Collected(at.nameNode().gcCount(), at.nameNode().gcMillis());
    }

    /** Over the calls: a second with many of them counts more. */
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
     * What clients had done in each second.
     *
     * @return MB/s; a MB is 1,000,000 bytes
     */
    public double megabytesPerSecond() {
        return said.bytes() / MEGA / seconds;
    }

    /**
     * What clients had done in each second.
     *
     * @return files/s
     */
    public double filesPerSecond() {
        return said.files() / seconds;
    }

    /**
     * What the NameNode answered in each second, heartbeats and all.
     *
     * @return calls/s
     */
    public double callsPerSecond() {
        return calls.values().stream().mapToLong(Long::longValue).sum() / seconds;
    }

    /**
     * Data that was sent: to each replica when it was written, from one of them when it was read; with HBase, between clients and
     * RegionServers, too.
     *
     * @return bytes, without checksums
     */
    public long sentBytes() {
        return switch (load.kind()) {
            case WRITE -> said.bytes() * load.replication();
            case PUT, FLUSH -> said.bytes() + (hbase.walBytes() + hbase.flushedBytes()) * load.replication();
            case GET -> said.bytes() * 2;
            case READ, CREATE, MKDIR, REPLAY -> said.bytes();
        };
    }

    /**
     * Files or rows that were begun, whether they came to their end or not.
     *
     * @return at least as many as were done
     */
    public long begun() {
        return said.files()
                + said.errors() * (load.rows() == null ? 1 : load.rows().batch());
    }

    /**
     * Mean time of a client's call.
     *
     * @return milliseconds; 0 without calls
     */
    public double clientMillis() {
        return said.operationNanos() / NANOS_PER_MILLI / Math.max(1, said.operations());
    }
}
