package org.underbase.exalt.harness.measure;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.underbase.exalt.harness.cluster.ExaltCluster;
import org.underbase.exalt.harness.load.Said;
import org.underbase.exalt.harness.node.RegionServersSaid;

/**
 * Counters at one moment.
 *
 * @param nanos of {@link System#nanoTime}
 * @param said by the clients
 * @param nameNode what it counts
 * @param cpuSeconds of processes, by pid
 * @param writtenBytes of processes, by pid
 * @param processors see {@link ProcFiles#processors}
 * @param memoryAvailable bytes
 * @param network bytes that went over it
 * @param regionServers how they are
 */
record Snapshot(
        long nanos,
        Said said,
        NameNodeProbe.Look nameNode,
        Map<Long, Double> cpuSeconds,
        Map<Long, Long> writtenBytes,
        ProcFiles.Ticks processors,
        long memoryAvailable,
        long network,
        RegionServersSaid regionServers) {
    static Snapshot take(Said said, NameNodeProbe probe, Map<String, List<Long>> processes, ExaltCluster cluster)
            throws IOException {
        Map<Long, Double> cpu = new HashMap<>();
        Map<Long, Long> written = new HashMap<>();
        for (List<Long> group : processes.values()) {
            for (long pid : group) {
                cpu.put(pid, ProcFiles.cpuSeconds(pid));
                written.put(pid, ProcFiles.writtenBytes(pid));
            }
        }
        return new Snapshot(
                System.nanoTime(),
                said,
                probe.look(),
                cpu,
                written,
                ProcFiles.processors(),
                ProcFiles.memoryAvailable(),
                cluster.options().hosts() == 1 ? ProcFiles.loopback() : cluster.linkBytes(),
                cluster.regionServersSaid());
    }

    /** The same moment with a later look at servers, which tell what they have counted a while after they have. */
    Snapshot with(NameNodeProbe.Look later, RegionServersSaid laterServers) {
        return new Snapshot(
                nanos, said, later, cpuSeconds, writtenBytes, processors, memoryAvailable, network, laterServers);
    }

    /** Processor time of processes since another, in seconds; of one that was not there then, all. */
    double cpuSince(Snapshot before, List<Long> pids) {
        double result = 0;
        for (long pid : pids) {
            // One that has ended meanwhile reads as 0.
            result += Math.max(0, cpuSeconds.getOrDefault(pid, 0.0) - before.cpuSeconds.getOrDefault(pid, 0.0));
        }
        return result;
    }

    long writtenSince(Snapshot before) {
        long result = 0;
        for (Map.Entry<Long, Long> each : writtenBytes.entrySet()) {
            result += Math.max(0, each.getValue() - before.writtenBytes.getOrDefault(each.getKey(), 0L));
        }
        return result;
    }
}
