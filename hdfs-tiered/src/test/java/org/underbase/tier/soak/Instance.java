package org.underbase.tier.soak;

import java.nio.file.Path;
import org.underbase.testbed.Daemon;

/**
 * DataNode of the cluster.
 *
 * @param daemon its process
 * @param tier its tier
 * @param rack its rack
 * @param address its transfer address, {@code ip:port}
 * @param data directory of its replicas
 */
record Instance(Daemon daemon, String tier, String rack, String address, Path data) {
    @Override
    public String toString() {
        return daemon.node() + "/" + tier;
    }
}
