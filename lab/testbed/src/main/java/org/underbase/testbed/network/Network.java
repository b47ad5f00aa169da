package org.underbase.testbed.network;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.underbase.testbed.process.ClusterReaper;

/** A description of how nodes are connected. Immutable. */
public sealed interface Network permits LoopbackNetwork, NamespaceNetwork {
    /**
     * A host to be.
     *
     * @param name its name, such as {@code n1}
     * @param rack its rack, such as {@code /r1}
     */
    record HostPlan(String name, String rack) {}

    /**
     * Every node on an address of its own in 127.0.0.0/8, so that HDFS and HBase see different
     * hosts. Needs no privilege. Links cannot be shaped, cut or counted.
     */
    static LoopbackNetwork loopback() {
        return LoopbackNetwork.DEFAULT;
    }

    /**
     * Every node in a network namespace of its own, behind a switch in yet another: own addresses,
     * host names, shaped links, byte counters, cables that can be pulled. Needs root, and the
     * {@code ip} and {@code tc} commands of iproute2.
     *
     * <p>The JVM that owns the cluster is outside and cannot reach it: run clients with {@code
     * Node.run} or {@code Node.exec}.
     */
    static NamespaceNetwork namespaces() {
        return NamespaceNetwork.DEFAULT;
    }

    /** Why this network cannot be had here, in one line; empty when it can. */
    Optional<String> obstacle();

    /**
     * Makes the network.
     *
     * @param id the cluster's id, unique on this machine
     * @param guard is told what to remove
     */
    List<Host> open(String id, ClusterReaper guard, List<HostPlan> hosts) throws IOException;

    /** The hosts of a network that {@link #open} made earlier, maybe in another JVM. */
    List<Host> reopen(String id, List<HostPlan> hosts);
}
