package org.underbase.exalt.harness.measure;

import java.io.IOException;
import org.underbase.exalt.harness.cluster.EmulatedJvm;
import org.underbase.exalt.harness.cluster.ExaltCluster;

/**
 * What the JVMs of emulated DataNodes have, in all.
 *
 * @param nodes emulated DataNodes
 * @param jvms that they are in
 * @param threads of these
 * @param descriptors open files and sockets of these
 * @param residentBytes memory of these that is in use
 */
public record Cost(int nodes, int jvms, long threads, long descriptors, long residentBytes) {
    private static final long KILOBYTE = 1024;

    static Cost of(ExaltCluster cluster) throws IOException {
        int nodes = 0;
        long threads = 0;
        long descriptors = 0;
        long resident = 0;
        for (EmulatedJvm jvm : cluster.emulated()) {
            nodes += jvm.nodes();
            threads += ProcFiles.status(jvm.pid(), "Threads");
            resident += ProcFiles.status(jvm.pid(), "VmRSS") * KILOBYTE;
            descriptors += ProcFiles.descriptors(jvm.pid());
        }
        return new Cost(nodes, cluster.emulated().size(), threads, descriptors, resident);
    }

    /**
     * A share of it.
     *
     * @param total such as {@link #threads}
     * @return for one DataNode; 0 when there are none
     */
    public double perNode(long total) {
        return nodes == 0 ? 0 : (double) total / nodes;
    }
}
