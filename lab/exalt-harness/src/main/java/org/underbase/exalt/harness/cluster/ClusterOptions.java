package org.underbase.exalt.harness.cluster;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.util.StringUtils;
import org.underbase.exalt.tardis.Verify;

/**
 * Description of a cluster.
 *
 * @param datanodes number of emulated DataNodes
 * @param jvms number of JVMs for the emulated DataNodes
 * @param hosts number of hosts: 1 for this machine and its loopback interface, otherwise network namespaces with links
 * @param realDatanodes number of DataNodes without the agent, each in a separate JVM
 * @param fullDatanodes whether emulated DataNodes have all services of real ones, such as web servers
 * @param frames whether traffic between emulated DataNodes and clients is framed
 * @param verify number of bytes that the agent verifies
 * @param capacity reported capacity of each emulated DataNode, such as {@code 10T}
 * @param nodeHeap heap of each JVM of emulated DataNodes, such as {@code 2g}
 * @param nameNodeHeap NameNode heap
 * @param hbase description of HBase
 * @param settings settings of all daemons and clients
 * @param directory directory of the cluster, missing or empty, deleted at the end
 */
public record ClusterOptions(
        int datanodes,
        int jvms,
        int hosts,
        int realDatanodes,
        boolean fullDatanodes,
        boolean frames,
        Verify verify,
        String capacity,
        String nodeHeap,
        String nameNodeHeap,
        HBaseOptions hbase,
        Map<String, String> settings,
        Path directory) {
    /** Many machines limit a process to 20,000 file descriptors and 65,530 memory maps. */
    private static final int NODES_PER_JVM = 500;

    private static final Form HEAP = new Form("[1-9][0-9]{0,15}[kKmMgG]?", "heap", "a size such as 512m or 2g");
    /** With a smaller heap, NameNodes and DataNodes exit without a diagnosis. */
    private static final int MIN_HEAP_MEGABYTES = 64;

    private static final Form CAPACITY =
            new Form("[1-9][0-9]*[kKmMgGtTpP]?", "DataNode capacity", "a size such as 500G or 10T");

    /** The path becomes part of agent options and of list settings. */
    private static final Form DIRECTORY = new Form("[^\\s,]+", "cluster directory", "a path without spaces and commas");

    private static final int BASE_MEGABYTES = 256;
    private static final double NODE_MEGABYTES = 1.3;

    /** Required form of a text. */
    private record Form(String pattern, String name, String words) {
        void check(String text) {
            if (!text.matches(pattern)) {
                throw new IllegalArgumentException("invalid " + name + " '" + text + "': must be " + words);
            }
        }
    }

    /**
     * Validates the heap size of a JVM of the cluster.
     *
     * @param option name of the option, for the message
     * @param text size such as {@code 512m}
     * @throws IllegalArgumentException if the size is malformed or too small
     */
    public static void checkHeap(String option, String text) {
        new Form(HEAP.pattern(), option, HEAP.words()).check(text);
        if (StringUtils.TraditionalBinaryPrefix.string2long(text) < (long) MIN_HEAP_MEGABYTES << 20) {
            throw new IllegalArgumentException(
                    "invalid " + option + " '" + text + "': must be at least " + MIN_HEAP_MEGABYTES + "m");
        }
    }

    public ClusterOptions {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        if (datanodes < 0 || realDatanodes < 0 || datanodes + realDatanodes == 0) {
            throw new IllegalArgumentException("a cluster needs at least 1 DataNode");
        }
        checkHeap("DataNode heap", nodeHeap);
        checkHeap("NameNode heap", nameNodeHeap);
        CAPACITY.check(capacity);
        Objects.requireNonNull(verify, "verify");
        if (jvms < 1) {
            throw new IllegalArgumentException(
                    "invalid number of JVMs " + jvms + ": emulated DataNodes need at least 1");
        }
        DIRECTORY.check(directory.toAbsolutePath().toString());
        if (hosts < 1) {
            throw new IllegalArgumentException("invalid number of hosts " + hosts + ": must be at least 1");
        }
        if (hosts > 1 && hbase.wanted()) {
            throw new IllegalArgumentException("HBase needs 1 host, not " + hosts);
        }
    }

    /**
     * Describes a cluster on one host, without HBase, in which the agent verifies every byte.
     *
     * @param datanodes number of emulated DataNodes
     * @param jvms number of JVMs for the emulated DataNodes
     * @param realDatanodes number of DataNodes without the agent
     * @param fullDatanodes whether emulated DataNodes have all services of real ones
     * @param frames whether traffic between emulated DataNodes and clients is framed
     * @param capacity reported capacity of each emulated DataNode
     * @param nodeHeap heap of each JVM of emulated DataNodes
     * @param nameNodeHeap NameNode heap
     * @param settings settings of all daemons and clients
     * @param directory directory of the cluster
     */
    public ClusterOptions(
            int datanodes,
            int jvms,
            int realDatanodes,
            boolean fullDatanodes,
            boolean frames,
            String capacity,
            String nodeHeap,
            String nameNodeHeap,
            Map<String, String> settings,
            Path directory) {
        this(
                datanodes,
                jvms,
                1,
                realDatanodes,
                fullDatanodes,
                frames,
                Verify.FULL,
                capacity,
                nodeHeap,
                nameNodeHeap,
                HBaseOptions.NONE,
                settings,
                directory);
    }

    /**
     * Copies this description with an HBase.
     *
     * @param other description of HBase
     * @return the copy
     */
    public ClusterOptions with(HBaseOptions other) {
        return changed(hosts, verify, other);
    }

    /**
     * Copies this description with several hosts.
     *
     * @param other number of hosts
     * @return the copy
     */
    public ClusterOptions on(int other) {
        return changed(other, verify, hbase);
    }

    /**
     * Copies this description with another verification.
     *
     * @param other number of bytes that the agent verifies
     * @return the copy
     */
    public ClusterOptions verifying(Verify other) {
        return changed(hosts, other, hbase);
    }

    private ClusterOptions changed(int newHosts, Verify newVerify, HBaseOptions newHBase) {
        return new ClusterOptions(
                datanodes,
                jvms,
                newHosts,
                realDatanodes,
                fullDatanodes,
                frames,
                newVerify,
                capacity,
                nodeHeap,
                nameNodeHeap,
                newHBase,
                settings,
                directory);
    }

    /** Returns the agent's option for the verification. */
    String verifyOption() {
        return "verify=" + verify.name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the default number of JVMs.
     *
     * @param datanodes number of emulated DataNodes
     * @return number of JVMs, at least 1
     */
    public static int jvmsFor(int datanodes) {
        return Math.max(1, (datanodes + NODES_PER_JVM - 1) / NODES_PER_JVM);
    }

    /**
     * Returns the default heap of a JVM of emulated DataNodes.
     *
     * @param nodes number of DataNodes in the JVM
     * @return size in the form of {@code -Xmx}
     */
    public static String heapFor(int nodes) {
        return (int) (BASE_MEGABYTES + NODE_MEGABYTES * nodes) + "m";
    }

    /**
     * Returns the number of emulated DataNodes of a JVM.
     *
     * @param jvm index of the JVM, from 0
     * @return number of DataNodes; the first JVMs have one more if the division leaves a remainder
     */
    int nodesOf(int jvm) {
        return datanodes / jvms + (jvm < datanodes % jvms ? 1 : 0);
    }

    /**
     * Returns the index of the first emulated DataNode of a JVM.
     *
     * @param jvm index of the JVM, from 0
     * @return index of the DataNode, from 0
     */
    int firstOf(int jvm) {
        return jvm * (datanodes / jvms) + Math.min(jvm, datanodes % jvms);
    }
}
