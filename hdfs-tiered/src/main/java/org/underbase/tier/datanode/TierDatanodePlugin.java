package org.underbase.tier.datanode;

import java.io.IOException;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.util.ServicePlugin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.tier.conf.TierKeys;
import org.underbase.tier.policy.TierNames;

/**
 * DataNode plug-in that announces the tier and the device performance of the DataNode to all NameNodes: add it to
 * {@code dfs.datanode.plugins} and set {@code dfs.tier.id}. Without that key it does nothing. It never delays the start
 * of the DataNode. Thread-safe.
 */
public final class TierDatanodePlugin implements ServicePlugin {
    private static final Logger LOG = LoggerFactory.getLogger(TierDatanodePlugin.class);

    private Runnable stop = () -> {};

    /** @param service the DataNode */
    @Override
    public synchronized void start(Object service) {
        if (!(service instanceof DataNode datanode)) {
            throw new IllegalArgumentException("DataNode plug-in: add it to dfs.datanode.plugins, not to "
                    + service.getClass().getSimpleName() + "'s");
        }
        HostDatanode host = new HostDatanode(datanode);
        String tier = TierKeys.ID.text(host.conf());
        if (tier.isEmpty()) {
            LOG.info("{} is not set: this DataNode has no tier", TierKeys.ID.name());
            return;
        }
        try {
            TierNames.check(tier);
        } catch (IllegalArgumentException e) {
            LOG.error("{}: {}; this DataNode has no tier", TierKeys.ID.name(), e.getMessage());
            return;
        }
        Membership membership = new Membership(host, tier);
        membership.start();
        stop = membership::close;
    }

    @Override
    public synchronized void stop() {
        stop.run();
        stop = () -> {};
    }

    @Override
    public void close() throws IOException {
        stop();
    }
}
