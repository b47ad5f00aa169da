package org.underbase.exalt.harness.measure;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.underbase.exalt.harness.cluster.ExaltCluster;
import org.underbase.exalt.harness.load.LoadProgress;
import org.underbase.exalt.harness.node.RegionServerProgress;

/**
 * Counters at one moment.
 *
 * @param nanos time of {@link System#nanoTime}
 * @param progress progress of the clients
 * @param nameNode counters of the NameNode
 * @param cpuSeconds processor time by process ID, in seconds
 * @param writtenBytes bytes written to disks by process ID
 * @param processors see {@link ProcFiles#processors}
 * @param memoryAvailable available memory, in bytes
 * @param network bytes sent over the network
 * @param regionServers state of the RegionServers
 */
record Snapshot(
        long nanos,
        LoadProgress progress,
        NameNodeProbe.Look nameNode,
        Map<Long, Double> cpuSeconds,
        Map<Long, Long> writtenBytes,
        ProcFiles.Ticks processors,
        long memoryAvailable,
        long network,
        RegionServerProgress regionServers) {
    static Snapshot take(
            LoadProgress progress, NameNodeProbe probe, Map<String, List<Long>> processes, ExaltCluster cluster)
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
                progress,
                probe.look(),
                cpu,
                written,
                ProcFiles.processors(),
                ProcFiles.memoryAvailable(),
                cluster.options().hosts() == 1 ? ProcFiles.loopback() : cluster.linkBytes(),
                cluster.regionServerProgress());
    }

    /** Copies this snapshot with later counters of servers, which publish their counters with a delay. */
    Snapshot with(NameNodeProbe.Look later, RegionServerProgress laterServers) {
        return new Snapshot(
                nanos, progress, later, cpuSeconds, writtenBytes, processors, memoryAvailable, network, laterServers);
    }

    /** Returns the processor time of processes since another snapshot, in seconds; for a new process all of it. */
    double cpuSince(Snapshot before, List<Long> pids) {
        double result = 0;
        for (long pid : pids) {
            // An exited process has the value 0.
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
