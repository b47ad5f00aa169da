package org.underbase.testbed.network;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.underbase.testbed.process.ClusterReaper;

/** Description of the network between nodes. Immutable. */
public sealed interface Network permits LoopbackNetwork, NamespaceNetwork {
    /**
     * Description of a host.
     *
     * @param name name, such as {@code n1}
     * @param rack rack, such as {@code /r1}
     */
    record HostPlan(String name, String rack) {}

    /**
     * Returns a network whose nodes have different addresses in 127.0.0.0/8, so that HDFS and HBase see different hosts. It
     * needs no privilege. It has no links to limit, cut or count.
     */
    static LoopbackNetwork loopback() {
        return LoopbackNetwork.DEFAULT;
    }

    /**
     * Returns a network with one network namespace per node and one for the switch. Nodes have addresses, host names, links
     * with limits and byte counters, and links can be cut. It needs root, and the {@code ip} and {@code tc} commands of
     * iproute2.
     *
     * <p>The JVM that owns the cluster is outside and cannot connect to it: run clients with {@code Node.run} or {@code
     * Node.exec}.
     */
    static NamespaceNetwork namespaces() {
        return NamespaceNetwork.DEFAULT;
    }

    /** Returns the reason why this machine cannot run the network, in one line; empty if it can. */
    Optional<String> obstacle();

    /**
     * Creates the network.
     *
     * @param id id of the cluster, unique on this machine
     * @param reaper remover of the network
     * @param hosts hosts to create
     * @return hosts, in the same order
     */
    List<Host> open(String id, ClusterReaper reaper, List<HostPlan> hosts) throws IOException;

    /** Returns the hosts of a network that {@link #open} created earlier, possibly in another JVM. */
    List<Host> reopen(String id, List<HostPlan> hosts);
}
