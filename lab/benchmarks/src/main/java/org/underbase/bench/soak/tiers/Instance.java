package org.underbase.bench.soak.tiers;

import java.nio.file.Path;
import org.underbase.testbed.Daemon;

/**
 * A DataNode of the cluster.
 *
 * @param address as the NameNode calls it, {@code ip:port}
 * @param data where its replicas are
 */
record Instance(Daemon daemon, String tier, String rack, String address, Path data) {
    @Override
    public String toString() {
        return daemon.node() + "/" + tier;
    }
}
