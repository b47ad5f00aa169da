package org.underbase.tier.soak;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.underbase.tier.conf.TierKeys;

/** Settings of the clusters: slow moves, so that a kill hits one, and fast detection and repair of everything else. */
final class SoakSettings {
    /** Block size, in bytes. */
    static final int BLOCK = 512 << 10;

    private SoakSettings() {}

    /** Returns the settings of all daemons. */
    static Map<String, String> of() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("dfs.namenode.plugins", "org.underbase.tier.namenode.TierNamenodePlugin");
        settings.put("dfs.block.replicator.classname", "org.underbase.tier.namenode.placement.TierPlacement");
        settings.put("dfs.net.topology.impl", "org.underbase.tier.namenode.retrieval.TierTopology");
        settings.put("dfs.datanode.plugins", "org.underbase.tier.datanode.TierDatanodePlugin");
        settings.put(TierKeys.ANNOUNCE_INTERVAL.name(), "1s");
        settings.put(TierKeys.PROBE_ENABLED.name(), "false");
        settings.put(TierKeys.MONITOR_INTERVAL.name(), "1s");
        settings.put(TierKeys.MOVE_TIMEOUT.name(), "10s");
        // A move of a full block takes more than a second.
        settings.put("dfs.datanode.balance.bandwidthPerSec", "400000");
        settings.put("dfs.datanode.data.transfer.bandwidthPerSec", "1000000");
        settings.put("dfs.block.access.token.enable", "true");
        settings.put("dfs.namenode.fs-limits.min-block-size", "1024");
        settings.put("dfs.namenode.redundancy.interval.seconds", "1");
        settings.put("dfs.namenode.reconstruction.pending.timeout-sec", "5");
        // A truncate or an append drops the pending deletion of an excess replica; HDFS repeats it after this time. A
        // deletion that is only late must not be repeated: it would delete a new replica on the same DataNode.
        settings.put("dfs.namenode.excess.redundancy.timeout-sec", "15");
        settings.put("dfs.namenode.replication.max-streams", "10");
        settings.put("dfs.namenode.replication.max-streams-hard-limit", "20");
        settings.put("dfs.namenode.replication.work.multiplier.per.iteration", "10");
        settings.put("dfs.namenode.redundancy.considerLoad", "false");
        // After a failover, HDFS deletes no replica of a block before each of its DataNodes has sent a full report.
        settings.put("dfs.blockreport.intervalMsec", "5000");
        settings.put("dfs.ha.tail-edits.period", "1");
        return settings;
    }

    /** Returns the settings of a client that survives a restart of the NameNode and a failover. */
    static Configuration client(Configuration cluster) {
        Configuration conf = new Configuration(cluster);
        conf.setInt("dfs.blocksize", BLOCK);
        conf.setBoolean("dfs.client.retry.policy.enabled", true);
        // Every 200 ms for five minutes.
        conf.set("dfs.client.retry.policy.spec", "200,1500");
        conf.setInt("dfs.client.failover.sleep.base.millis", 50);
        conf.setInt("dfs.client.failover.sleep.max.millis", 1000);
        conf.setInt("dfs.client.failover.max.attempts", 300);
        conf.setInt("ipc.client.connect.retry.interval", 200);
        conf.setInt("ipc.client.connect.max.retries", 2);
        // The rest of a pipeline suffices; HDFS adds the missing replicas later.
        conf.setBoolean("dfs.client.block.write.replace-datanode-on-failure.best-effort", true);
        return conf;
    }
}
