package org.underbase.testbed;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.underbase.testbed.disk.Disk;
import org.underbase.testbed.network.Network;

/**
 * Checked and immutable form of a {@link ClusterRecipe}.
 *
 * @param name name for messages; empty for none
 * @param nodes nodes, in order
 * @param highAvailability whether there are two NameNodes with JournalNodes
 * @param masters number of HBase Masters; 0 without HBase
 * @param regionServers number of RegionServers that the cluster starts
 * @param otherRegionServers number of RegionServers that the caller starts
 * @param yarn whether YARN runs, with a NodeManager on each node
 * @param network network between the nodes
 * @param settings keys of every daemon and client
 * @param hbaseSettings keys of HBase's daemons and clients
 * @param roleSettings keys of the daemons of one role
 * @param jvmOptions options after the role's defaults, which they override
 * @param classPath entries after this JVM's own class path
 * @param firstOnClassPath entries in front of the class path, by role
 * @param metricsPeriod interval between updates of metrics
 * @param outside files and directories outside the cluster's directory that are removed with the cluster
 * @param directory choice of the cluster's directory
 * @param portBase first of consecutive ports; {@link Ports#FREE} for free ports
 * @param progress listener of the start's progress
 * @param beforeHBase step before HBase starts
 * @param onFailure step after a failed start, with the cluster's files still present
 * @param startLimit time limit of the start
 */
record ClusterSpec(
        String name,
        List<NodeSpec> nodes,
        boolean highAvailability,
        int masters,
        int regionServers,
        int otherRegionServers,
        boolean yarn,
        Network network,
        Map<String, String> settings,
        Map<String, String> hbaseSettings,
        Map<Role, Map<String, String>> roleSettings,
        Map<Role, List<String>> jvmOptions,
        List<Path> classPath,
        Map<Role, List<Path>> firstOnClassPath,
        Duration metricsPeriod,
        List<Path> outside,
        ClusterDirectory directory,
        int portBase,
        Consumer<String> progress,
        ClusterRecipe.Step beforeHBase,
        ClusterRecipe.Step onFailure,
        Duration startLimit) {

    /**
     * Description of a node.
     *
     * @param name name, such as {@code n1}
     * @param rack rack, such as {@code /r1}
     * @param disks disks, in order
     * @param dataNodes descriptions of its DataNodes, in order
     */
    record NodeSpec(String name, String rack, List<Disk> disks, List<DataNodeSpec> dataNodes) {}

    boolean hbase() {
        return masters > 0;
    }

    /** Whether the nodes are on several racks. */
    boolean racks() {
        return nodes.stream().map(NodeSpec::rack).distinct().count() > 1;
    }

    int dataNodes() {
        return nodes.stream().mapToInt(node -> node.dataNodes().size()).sum();
    }
}
