package org.underbase.exalt.harness.measure;

import java.io.IOException;
import java.util.List;
import org.underbase.exalt.harness.cluster.EmulatedJvm;
import org.underbase.exalt.harness.cluster.ExaltCluster;
import org.underbase.exalt.harness.cluster.RegionServerJvm;

/**
 * Resources of the JVMs of one kind of emulated nodes.
 *
 * @param nodes number of emulated DataNodes or RegionServers
 * @param jvms number of their JVMs
 * @param threads number of threads of these JVMs
 * @param descriptors number of open files and sockets of these JVMs
 * @param residentBytes resident memory of these JVMs, in bytes
 */
public record Cost(int nodes, int jvms, long threads, long descriptors, long residentBytes) {
    private static final long KILOBYTE = 1024;

    static Cost of(ExaltCluster cluster) throws IOException {
        return of(
                cluster.emulated().stream().mapToInt(EmulatedJvm::nodes).sum(),
                cluster.emulated().stream().map(EmulatedJvm::pid).toList());
    }

    static Cost ofRegionServers(ExaltCluster cluster) throws IOException {
        return of(
                cluster.options().hbase().regionServers(),
                cluster.regionServers().stream().map(RegionServerJvm::pid).toList());
    }

    private static Cost of(int nodes, List<Long> pids) throws IOException {
        long threads = 0;
        long descriptors = 0;
        long resident = 0;
        for (long pid : pids) {
            threads += ProcFiles.status(pid, "Threads");
            resident += ProcFiles.status(pid, "VmRSS") * KILOBYTE;
            descriptors += ProcFiles.descriptors(pid);
        }
        return new Cost(nodes, pids.size(), threads, descriptors, resident);
    }

    /**
     * Divides a total by the number of nodes.
     *
     * @param total total such as {@link #threads}
     * @return share of one node; 0 without nodes
     */
    public double perNode(long total) {
        return nodes == 0 ? 0 : (double) total / nodes;
    }
}
