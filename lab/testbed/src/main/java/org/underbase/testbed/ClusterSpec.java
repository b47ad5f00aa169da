package org.underbase.testbed;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.underbase.testbed.disk.Disk;
import org.underbase.testbed.network.Network;

/**
 * What {@link ClusterRecipe} was told, checked.
 *
 * @param name empty for a cluster without a name
 * @param masters 0: no HBase
 * @param regionServers that are daemons of the cluster
 * @param otherRegionServers that somebody else starts
 * @param settings for every daemon and client
 * @param hbaseSettings for HBase's daemons and clients
 * @param roleSettings for daemons of a role alone
 * @param jvmOptions after the defaults of the role, so that they win
 * @param classPath after this JVM's own
 * @param outside files and directories elsewhere that are removed with the cluster
 * @param directory where the cluster lives; empty: a new temporary one
 * @param portBase the first port of a consecutive run; empty: free ones
 * @param logs where logs go when the start fails
 * @param preparation done before HBase starts
 * @param startLimit how long the start may take
 */
record ClusterSpec(
        String name,
        List<NodeSpec> nodes,
        boolean highAvailability,
        int masters,
        int regionServers,
        int otherRegionServers,
        Network network,
        Map<String, String> settings,
        Map<String, String> hbaseSettings,
        Map<Role, Map<String, String>> roleSettings,
        Map<Role, List<String>> jvmOptions,
        List<Path> classPath,
        List<Path> outside,
        Optional<Path> directory,
        OptionalInt portBase,
        Optional<Path> logs,
        Consumer<String> progress,
        ClusterRecipe.Preparation preparation,
        Duration startLimit) {

    /** A node to be. */
    record NodeSpec(String name, String rack, List<Disk> disks, List<DataNodeSpec> dataNodes) {}

    boolean hbase() {
        return masters > 0;
    }

    /** Whether anybody chose racks. */
    boolean racks() {
        return nodes.stream().map(NodeSpec::rack).distinct().count() > 1;
    }

    int dataNodes() {
        return nodes.stream().mapToInt(node -> node.dataNodes().size()).sum();
    }
}
