package org.underbase.exalt.harness.measure;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.underbase.exalt.harness.cluster.EmulatedJvm;
import org.underbase.exalt.harness.cluster.ExaltCluster;
import org.underbase.exalt.harness.cluster.RegionServerJvm;
import org.underbase.testbed.Daemon;

/** Groups of the processes of a run. */
final class Processes {
    static final String NAMENODE = "NameNode";
    static final String EMULATED = "emulated DataNodes";
    static final String REAL = "real DataNodes";
    static final String REGION_SERVERS = "emulated RegionServers";
    static final String HBASE = "Master and ZooKeeper";
    static final String CLIENTS = "clients";

    private Processes() {}

    static Map<String, List<Long>> of(ExaltCluster cluster, List<Long> clients) throws IOException {
        Map<String, List<Long>> result = new LinkedHashMap<>();
        result.put(NAMENODE, cluster.nameNode().pid().stream().boxed().toList());
        result.put(EMULATED, cluster.emulated().stream().map(EmulatedJvm::pid).toList());
        result.put(
                REAL,
                cluster.realDataNodes().stream()
                        .flatMapToLong(daemon -> pid(daemon))
                        .boxed()
                        .toList());
        if (cluster.options().hbase().wanted()) {
            result.put(
                    REGION_SERVERS,
                    cluster.regionServers().stream().map(RegionServerJvm::pid).toList());
            result.put(
                    HBASE,
                    cluster.realHBase().stream()
                            .flatMapToLong(daemon -> pid(daemon))
                            .boxed()
                            .toList());
        }
        result.put(CLIENTS, clients);
        return result;
    }

    private static java.util.stream.LongStream pid(Daemon daemon) {
        return daemon.pid().stream();
    }
}
