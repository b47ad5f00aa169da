package org.underbase.tier.testing;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.underbase.tier.conf.TierKeys;

/** The settings of a cluster for tests: everything is noticed and repaired in seconds. */
final class MiniClusterSettings {
    private MiniClusterSettings() {}

    /**
     * Keeps the replication it was given: MiniDFSCluster lowers it to the number of DataNodes it starts with, here none, and
     * then a NameNode takes a DataNode as decommissioned before its replicas are elsewhere, for none are needed. Keeps the
     * check of a DataNode's load if a test has turned it on: MiniDFSCluster turns it off.
     */
    private static final class SteadyConfiguration extends HdfsConfiguration {
        private static final String CONSIDER_LOAD = "dfs.namenode.redundancy.considerLoad";
        private static final Set<String> KEPT = Set.of("dfs.replication", "dfs.namenode.maintenance.replication.min");

        /** Whether a test has turned the check of the load on. It is also HDFS's default, which the clusters do not use. */
        private boolean loadChecked;

        @Override
        public void set(String name, String value) {
            boolean load = name.equals(CONSIDER_LOAD);
            loadChecked |= load && "true".equals(value);
            boolean steady = load ? loadChecked && "false".equals(value) : KEPT.contains(name) && "0".equals(value);
            if (!steady) {
                super.set(name, value);
            }
        }
    }

    static Configuration configuration(Path directory, List<String> tiers) {
        Configuration conf = new SteadyConfiguration();
        conf.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
        conf.setLong("dfs.blocksize", 1 << 20);
        conf.setLong("dfs.namenode.fs-limits.min-block-size", 1024);
        conf.setBoolean("dfs.block.access.token.enable", true);
        // A dead DataNode is noticed after 2 * recheck-interval + 10 * heartbeat.
        conf.setInt("dfs.heartbeat.interval", 1);
        conf.setInt("dfs.namenode.heartbeat.recheck-interval", 1000);
        conf.setInt("dfs.namenode.redundancy.interval.seconds", 1);
        conf.setInt("dfs.namenode.reconstruction.pending.timeout-sec", 15);
        conf.setInt("dfs.namenode.decommission.interval", 1);
        conf.setInt("dfs.namenode.replication.max-streams", 10);
        conf.setInt("dfs.namenode.replication.max-streams-hard-limit", 20);
        conf.setInt("dfs.namenode.replication.work.multiplier.per.iteration", 10);
        // All DataNodes share a busy machine: a choice by load would be a choice by chance.
        conf.setBoolean(SteadyConfiguration.CONSIDER_LOAD, false);
        conf.setInt("dfs.namenode.handler.count", 10);
        conf.setInt("dfs.datanode.handler.count", 2);
        conf.setInt("ipc.client.connect.max.retries", 1);
        conf.setInt("dfs.ha.tail-edits.period", 1);
        conf.setInt("dfs.client.failover.sleep.base.millis", 50);
        conf.setInt("dfs.client.failover.sleep.max.millis", 1000);
        if (!tiers.isEmpty()) {
            conf.set("dfs.namenode.plugins", "org.underbase.tier.namenode.TierNamenodePlugin");
            conf.set("dfs.block.replicator.classname", "org.underbase.tier.namenode.placement.TierPlacement");
            conf.set("dfs.net.topology.impl", "org.underbase.tier.namenode.retrieval.TierTopology");
            conf.set("dfs.datanode.plugins", "org.underbase.tier.datanode.TierDatanodePlugin");
            conf.set(TierKeys.NAMES.name(), String.join(",", tiers));
            conf.set(TierKeys.ANNOUNCE_INTERVAL.name(), "1s");
            conf.set(TierKeys.ANNOUNCE_GRACE.name(), "0s");
            conf.set(TierKeys.PROBE_ENABLED.name(), "false");
            conf.set(TierKeys.MONITOR_INTERVAL.name(), "1s");
        }
        return conf;
    }
}
