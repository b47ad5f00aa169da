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
import org.underbase.exalt.harness.node.LeftOut;
import org.underbase.exalt.harness.node.NodeSettings;
import org.underbase.exalt.harness.node.RegionServerSettings;
import org.underbase.exalt.tardis.Verify;

/**
 * What was real in a run and what was not.
 *
 * @param facts by name
 * @param differences from a real cluster, one sentence each
 */
public record Fidelity(Map<String, String> facts, List<String> differences) {
    static Fidelity of(ExaltCluster cluster, RunOptions run) {
        ClusterOptions options = cluster.options();
        Configuration conf = cluster.configuration();
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Hadoop", VersionInfo.getVersion());
        facts.put("Java", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        facts.put(
                "processors of the machine",
                Integer.toString(Runtime.getRuntime().availableProcessors()));
        facts.put("NameNode", "1, real, heap " + options.nameNodeHeap());
        facts.put("handlers of the NameNode", conf.get("dfs.namenode.handler.count", "10"));
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
                    "bytes of a block",
                    run.write().rows() == null
                            ? Long.toString(run.write().blockBytes())
                            : Long.toString(conf.getLongBytes("dfs.blocksize", 0)));
            facts.put("seed", Long.toString(run.write().seed()));
        } else {
            facts.put("bytes of a new file", run.write().replay().blocks() ? "1, in a block" : "0, without a block");
        }
        if (run.profile()) {
            facts.put(
                    "profile", "stacks of running threads were recorded meanwhile, which costs some of the processors");
        }
        options.settings().forEach((key, value) -> facts.put("setting " + key, value));
        return new Fidelity(facts, differences(options));
    }

    private static void hbase(Map<String, String> facts, ExaltCluster cluster, LoadSpec load) {
        HBaseOptions hbase = cluster.options().hbase();
        facts.put("HBase", org.apache.hadoop.hbase.util.VersionInfo.getVersion());
        facts.put("Master and ZooKeeper", "1 each, real");
        facts.put(
                "emulated RegionServers",
                String.format(
                        Locale.ROOT,
                        "%,d in %d JVMs of %,d MiB heap, each to think of %,d MiB",
                        hbase.regionServers(),
                        hbase.jvms(),
                        hbase.heap() >> 20,
                        hbase.memory() >> 20));
        facts.put(
                "write-ahead log",
                cluster.regionServers().stream()
                        .map(RegionServerJvm::wal)
                        .filter(wal -> !wal.isEmpty())
                        .findFirst()
                        .orElse("none was needed"));
        if (load.rows() != null) {
            facts.put("regions of the table", Integer.toString(load.rows().regions()));
            facts.put("bytes of a value", Long.toString(load.bytes()));
            facts.put("rows of a call", Integer.toString(load.rows().batch()));
        }
    }

    private static List<String> differences(ClusterOptions options) {
        List<String> result = new ArrayList<>();
        result.add("All data is Tardis data: what a system does because of what is in its data is not seen.");
        result.add(
                options.hosts() == 1
                        ? "All nodes share one machine: the network is its loopback interface."
                        : options.hosts()
                                + " hosts are network namespaces of one machine: their links have no limits of their own.");
        result.add(
                options.frames()
                        ? "What emulated DataNodes and clients send each other is framed: their network is faster than any."
                        : "The network carries every byte.");
        result.add("Files of emulated DataNodes are compressed below the JDK: their disks are faster than any.");
        result.add("Each emulated DataNode tells of a capacity of " + options.capacity() + ", which is not there.");
        result.add("Emulated DataNodes of a JVM share its heap, its collections of garbage and one RPC connection to"
                + " the NameNode.");
        NodeSettings.small().forEach((key, value) -> result.add("Emulated DataNodes have " + key + "=" + value + "."));
        if (!options.whole()) {
            LeftOut.inWords().forEach(words -> result.add("Left out by byte code: " + words + "."));
        }
        if (options.hbase().wanted()) {
            result.add(
                    "Emulated RegionServers of a JVM share its heap, its collections of garbage and one client of HDFS.");
            result.add(
                    "The memstores of emulated RegionServers keep Tardis data compressed, and HBase counts it as if they did not.");
            result.add("Splits, merges and compactions of the table are off, and its blocks are not cached.");
            RegionServerSettings.small()
                    .forEach((key, value) -> result.add("Emulated RegionServers have " + key + "=" + value + "."));
        }
        if (options.verify() != Verify.FULL) {
            result.add(
                    "Not every byte was looked at: what a system replaces at equal length may have come back as it was before.");
        }
        return List.copyOf(result);
    }
}
