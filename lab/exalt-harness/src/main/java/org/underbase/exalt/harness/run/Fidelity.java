package org.underbase.exalt.harness.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.VersionInfo;
import org.underbase.exalt.harness.cluster.ClusterOptions;
import org.underbase.exalt.harness.cluster.ExaltCluster;
import org.underbase.exalt.harness.cluster.HBaseOptions;
import org.underbase.exalt.harness.cluster.RegionServerJvm;
import org.underbase.exalt.harness.load.LoadSpec;
import org.underbase.exalt.harness.node.DisabledServices;
import org.underbase.exalt.harness.node.NodeSettings;
import org.underbase.exalt.harness.node.RegionServerSettings;
import org.underbase.exalt.tardis.Verify;

/**
 * Fidelity report of a run: its setup and its differences from a real cluster.
 *
 * @param facts properties of the setup, by label
 * @param settings Hadoop settings of the run, by key
 * @param differences differences from a real cluster, one sentence each
 */
public record Fidelity(Map<String, String> facts, Map<String, String> settings, List<String> differences) {
    static Fidelity of(ExaltCluster cluster, RunOptions run) {
        ClusterOptions options = cluster.options();
        Configuration conf = cluster.configuration();
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Hadoop", VersionInfo.getVersion());
        facts.put("Java", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        facts.put("processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
        facts.put("NameNode", "1, real, heap " + options.nameNodeHeap());
        facts.put("NameNode handlers", conf.get("dfs.namenode.handler.count", "10"));
        facts.put(
                "emulated DataNodes",
                String.format(Locale.ROOT, "%,d in %d JVMs", options.datanodes(), options.jvms()));
        facts.put("hosts", Integer.toString(options.hosts()));
        facts.put("real DataNodes", Integer.toString(options.realDatanodes()));
        if (options.hbase().wanted()) {
            hbase(facts, cluster, run.write());
        }
        facts.put("verify", options.verify().name().toLowerCase(Locale.ROOT));
        facts.put("bytes per checksum", conf.get("dfs.bytes-per-checksum", "512"));
        if (run.write().replay() != null) {
            facts.put("audit logs", String.join(", ", run.write().replay().files()));
            facts.put("rate", Double.toString(run.write().replay().rate()));
        }
        facts.put("replication", Short.toString(run.write().replication()));
        if (run.write().replay() == null) {
            facts.put(
                    "block bytes",
                    run.write().rows() == null
                            ? Long.toString(run.write().blockBytes())
                            : Long.toString(conf.getLongBytes("dfs.blocksize", 0)));
            facts.put("seed", Long.toString(run.write().seed()));
        } else {
            facts.put("bytes per new file", run.write().replay().blocks() ? "1, in a block" : "0, without a block");
        }
        if (run.profile()) {
            facts.put("profile", "stacks of running threads were recorded, which takes processor time");
        }
        return new Fidelity(facts, options.settings(), differences(options));
    }

    private static void hbase(Map<String, String> facts, ExaltCluster cluster, LoadSpec load) {
        HBaseOptions hbase = cluster.options().hbase();
        facts.put("HBase", org.apache.hadoop.hbase.util.VersionInfo.getVersion());
        facts.put("Master and ZooKeeper", "1 each, real");
        facts.put(
                "emulated RegionServers",
                String.format(
                        Locale.ROOT,
                        "%,d in %d JVMs of %,d MiB heap, each configured with %,d MiB",
                        hbase.regionServers(),
                        hbase.jvms(),
                        hbase.heap() >> 20,
                        hbase.memory() >> 20));
        facts.put(
                "write-ahead log class",
                cluster.regionServers().stream()
                        .map(RegionServerJvm::wal)
                        .filter(wal -> !wal.isEmpty())
                        .findFirst()
                        .orElse("none used"));
        if (load.rows() != null) {
            facts.put("table regions", Integer.toString(load.rows().regions()));
            facts.put("value bytes", Long.toString(load.bytes()));
            facts.put("rows per call", Integer.toString(load.rows().batch()));
        }
    }

    private static List<String> differences(ClusterOptions options) {
        List<String> result = new ArrayList<>();
        result.add("All data is Tardis data: behavior that depends on the content of data is not reproduced.");
        result.add(
                options.hosts() == 1
                        ? "All nodes share one machine: the network is its loopback interface."
                        : options.hosts()
                                + " hosts are network namespaces of one machine: their links have no bandwidth limits.");
        result.add(
                options.frames()
                        ? "Traffic between emulated DataNodes and clients is framed: their network is faster than any real one."
                        : "The network carries every byte.");
        result.add(
                "Files of emulated DataNodes are compressed below the JDK: their disks are faster than any real one.");
        result.add("Each emulated DataNode reports a capacity of " + options.capacity() + ", which does not exist.");
        result.add("Emulated DataNodes of a JVM share its heap, its garbage collections and one RPC connection to the"
                + " NameNode.");
        NodeSettings.small().forEach((key, value) -> result.add("Emulated DataNodes have " + key + "=" + value + "."));
        if (!options.fullDatanodes()) {
            DisabledServices.inWords().forEach(words -> result.add("Disabled by byte code: " + words + "."));
        }
        if (options.hbase().wanted()) {
            result.add("Emulated RegionServers of a JVM share its heap, its garbage collections and one HDFS client.");
            result.add(
                    "The memstores of emulated RegionServers keep Tardis data compressed, and HBase accounts for its uncompressed size.");
            result.add("Splits, merges and compactions of the table are disabled, and its blocks are not cached.");
            RegionServerSettings.small()
                    .forEach((key, value) -> result.add("Emulated RegionServers have " + key + "=" + value + "."));
        }
        if (options.verify() != Verify.FULL) {
            result.add(
                    "Not every byte is verified: bytes that a system overwrites at equal length may be read back with their old value.");
        }
        return List.copyOf(result);
    }
}
