package org.underbase.testbed;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.hbase.io.compress.zstd.ZstdCodec;
import org.underbase.testbed.ClusterPlan.DaemonPlan;
import org.underbase.testbed.network.Host;

/** Keys that the testbed sets in hbase-site.xml. The recipe's keys override them. */
final class HBaseSettings {
    private final ClusterSpec spec;
    private final ClusterPlan plan;
    private final Map<String, Host> hosts;

    HBaseSettings(ClusterSpec spec, ClusterPlan plan, Map<String, Host> hosts) {
        this.spec = spec;
        this.plan = plan;
        this.hosts = hosts;
    }

    /** Returns the keys of all HBase daemons and HBase clients. */
    Map<String, String> common(String defaultFs) {
        Map<String, String> result = new LinkedHashMap<>();
        if (!spec.hbase()) {
            return result;
        }
        DaemonPlan zooKeeper = plan.daemons(Role.ZOOKEEPER).get(0);
        result.put("hbase.rootdir", defaultFs + "/hbase");
        result.put("hbase.cluster.distributed", "true");
        result.put("hbase.zookeeper.quorum", hosts.get(zooKeeper.node()).address());
        result.put("hbase.zookeeper.property.clientPort", Integer.toString(zooKeeper.port(Ports.RPC)));
        // A WAL on a file system without hflush must fail instead of losing data silently.
        result.put("hbase.unsafe.stream.capability.enforce", "true");
        // The codec on the class path, because Hadoop's codec needs a native library.
        result.put("hbase.io.compress.zstd.codec", ZstdCodec.class.getName());
        // Short enough for tests that kill a RegionServer, long enough for a loaded machine.
        result.put("zookeeper.session.timeout", "30000");
        return result;
    }

    /** Returns the keys of one daemon. */
    Map<String, String> daemon(DaemonPlan daemon) {
        Map<String, String> result = new LinkedHashMap<>();
        String address = hosts.get(daemon.node()).address();
        result.put("hbase.tmp.dir", daemon.home().resolve("tmp").toString());
        if (daemon.role() == Role.MASTER) {
            result.put("hbase.master.hostname", address);
            result.put("hbase.master.ipc.address", address);
            result.put("hbase.master.port", Integer.toString(daemon.port(Ports.RPC)));
            result.put("hbase.master.info.bindAddress", address);
            result.put("hbase.master.info.port", Integer.toString(daemon.port(Ports.HTTP)));
            // Wait for all RegionServers, which start concurrently, so that the first regions are balanced.
            result.put(
                    "hbase.master.wait.on.regionservers.maxtostart",
                    Integer.toString(spec.regionServers() + spec.otherRegionServers()));
            result.put("hbase.master.wait.on.regionservers.timeout", "30000");
            result.put("hbase.master.wait.on.regionservers.interval", "500");
        } else if (daemon.role() == Role.REGIONSERVER) {
            result.put("hbase.unsafe.regionserver.hostname", address);
            result.put("hbase.regionserver.ipc.address", address);
            result.put("hbase.regionserver.port", Integer.toString(daemon.port(Ports.RPC)));
            result.put("hbase.regionserver.info.bindAddress", address);
            result.put("hbase.regionserver.info.port", Integer.toString(daemon.port(Ports.HTTP)));
        }
        return result;
    }
}
