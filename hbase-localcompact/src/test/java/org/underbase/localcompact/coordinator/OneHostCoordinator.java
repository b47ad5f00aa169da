package org.underbase.localcompact.coordinator;

import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * Coordinator for HBase's tests, whose DataNodes run on one host: each DataNode counts as a host, and each compaction pays,
 * because the tests' files are smaller than the control traffic.
 */
public final class OneHostCoordinator extends Coordinator {
    /** The parameters are those of {@link Coordinator}. */
    public OneHostCoordinator(DistributedFileSystem fs, RegionServerServices server, WorkerDirectory workers) {
        super(fs, server, workers);
    }

    @Override
    String host(String dataNode) {
        return dataNode;
    }

    @Override
    boolean pays(CompactionCost cost) {
        return true;
    }
}
