package org.underbase.exalt.harness.cluster;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.util.StringUtils;
import org.underbase.exalt.tardis.Verify;

/**
 * What a cluster consists of.
 *
 * @param datanodes emulated DataNodes
 * @param jvms that they are spread over
 * @param hosts that all of it is spread over: 1 for this machine and its loopback interface, else network namespaces with links
 * @param realDatanodes DataNodes without the agent, each in a JVM of its own
 * @param whole whether emulated DataNodes have all that real ones have: web servers and their threads
 * @param frames whether emulated DataNodes and clients frame what they send each other
 * @param verify how closely the agent looks at what is stored and sent
 * @param capacity of each emulated DataNode, such as {@code 10T}
 * @param nodeHeap heap of a JVM of emulated DataNodes, such as {@code 2g}
 * @param nameNodeHeap heap of the NameNode
 * @param hbase what is on it
 * @param settings of all daemons and clients
 * @param directory of all of it, deleted at the end; empty for one in the machine's temporary directory
 */
public record ClusterOptions(
        int datanodes,
        int jvms,
        int hosts,
        int realDatanodes,
        boolean whole,
        boolean frames,
        Verify verify,
        String capacity,
        String nodeHeap,
        String nameNodeHeap,
        HBaseOptions hbase,
        Map<String, String> settings,
        Optional<Path> directory) {
    /** Descriptors of a JVM are bounded at 20,000 on many machines, maps at 65,530. */
    private static final int NODES_OF_JVM = 500;

    private static final Form HEAP = new Form("[1-9][0-9]{0,15}[kKmMgG]?", "a heap is a size such as 512m or 2g");
    /** With less, neither a NameNode nor DataNodes come as far as to say why they end. */
    private static final int LEAST_HEAP_MEGABYTES = 64;

    private static final Form CAPACITY =
            new Form("[1-9][0-9]*[kKmMgGtTpP]?", "a DataNode's capacity is a size such as 500G or 10T");

    /** It comes into options of the agent and into settings that are lists. */
    private static final Form DIRECTORY =
            new Form("[^\\s,]+", "the path of a cluster's directory has no blanks and no commas");

    private static final int BASE_MEGABYTES = 256;
    private static final double NODE_MEGABYTES = 1.3;

    /** What a text has to look like. */
    private record Form(String pattern, String words) {
        void check(String text) {
            if (!text.matches(pattern)) {
                throw new IllegalArgumentException(words + ", not '" + text + "'");
            }
        }
    }

    /**
     * Sees to it that a JVM of the cluster can begin with a heap.
     *
     * @param text such as {@code 512m}
     * @throws IllegalArgumentException when it is no size, or too little
     */
    public static void checkHeap(String text) {
        HEAP.check(text);
        if (StringUtils.TraditionalBinaryPrefix.string2long(text) < (long) LEAST_HEAP_MEGABYTES << 20) {
            throw new IllegalArgumentException(
                    "a heap of at least " + LEAST_HEAP_MEGABYTES + "m is needed, not '" + text + "'");
        }
    }

    public ClusterOptions {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        if (datanodes < 0 || realDatanodes < 0 || datanodes + realDatanodes == 0) {
            throw new IllegalArgumentException("a cluster needs a DataNode");
        }
        checkHeap(nodeHeap);
        checkHeap(nameNodeHeap);
        CAPACITY.check(capacity);
        Objects.requireNonNull(verify, "verify");
        if (jvms < 1) {
            throw new IllegalArgumentException("emulated DataNodes need at least 1 JVM, not " + jvms);
        }
        directory.map(Path::toAbsolutePath).map(Path::toString).ifPresent(DIRECTORY::check);
        if (hosts < 1) {
            throw new IllegalArgumentException("a cluster needs at least 1 host, not " + hosts);
        }
        if (hosts > 1 && hbase.wanted()) {
            throw new IllegalArgumentException("HBase runs on 1 host here, not on " + hosts);
        }
    }

    /**
     * A cluster on one host, without HBase, in which every byte is looked at.
     *
     * @param datanodes emulated DataNodes
     * @param jvms that they are spread over
     * @param realDatanodes DataNodes without the agent
     * @param whole whether emulated DataNodes have all that real ones have
     * @param frames whether emulated DataNodes and clients frame what they send each other
     * @param capacity of each emulated DataNode
     * @param nodeHeap heap of a JVM of emulated DataNodes
     * @param nameNodeHeap heap of the NameNode
     * @param settings of all daemons and clients
     * @param directory of all of it
     */
    public ClusterOptions(
            int datanodes,
            int jvms,
            int realDatanodes,
            boolean whole,
            boolean frames,
            String capacity,
            String nodeHeap,
            String nameNodeHeap,
            Map<String, String> settings,
            Optional<Path> directory) {
        this(
                datanodes,
                jvms,
                1,
                realDatanodes,
                whole,
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
     * The same with an HBase on it.
     *
     * @param other what is on it
     * @return new options
     */
    public ClusterOptions with(HBaseOptions other) {
        return changed(hosts, verify, other);
    }

    /**
     * The same on several hosts.
     *
     * @param other how many
     * @return new options
     */
    public ClusterOptions on(int other) {
        return changed(other, verify, hbase);
    }

    /**
     * The same with another look at what is stored and sent.
     *
     * @param other how close
     * @return new options
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
                whole,
                frames,
                newVerify,
                capacity,
                nodeHeap,
                nameNodeHeap,
                newHBase,
                settings,
                directory);
    }

    /** As the agent takes it. */
    String verifyOption() {
        return "verify=" + verify.name().toLowerCase(Locale.ROOT);
    }

    /**
     * How many JVMs carry so many emulated DataNodes.
     *
     * @param datanodes emulated ones
     * @return at least 1
     */
    public static int jvmsFor(int datanodes) {
        return Math.max(1, (datanodes + NODES_OF_JVM - 1) / NODES_OF_JVM);
    }

    /**
     * The heap that a JVM of so many DataNodes gets when nobody says otherwise.
     *
     * @param nodes in it
     * @return in the form of {@code -Xmx}
     */
    public static String heapFor(int nodes) {
        return (int) (BASE_MEGABYTES + NODE_MEGABYTES * nodes) + "m";
    }

    /**
     * How many emulated DataNodes a JVM has.
     *
     * @param jvm its number, from 0
     * @return the first ones have one more where they cannot have the same
     */
    int nodesOf(int jvm) {
        return datanodes / jvms + (jvm < datanodes % jvms ? 1 : 0);
    }

    /**
     * The number of the first emulated DataNode of a JVM.
     *
     * @param jvm its number, from 0
     * @return from 0
     */
    int firstOf(int jvm) {
        return jvm * (datanodes / jvms) + Math.min(jvm, datanodes % jvms);
    }
}
