package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.util.Set;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.underbase.combinedlog.block.BlockKey;
import org.underbase.combinedlog.journal.JournalStatistics;

/** What a test may see of a dataset; in this package because the dataset is. */
public final class JournaledDatasets {
    private JournaledDatasets() {}

    public static JournalStatistics statistics(DataNode node) {
        return ((JournaledDataset) node.getFSDataset()).journal().statistics();
    }

    /** The replicas that its journal may hold records of. */
    public static Set<BlockKey> journaled(DataNode node) {
        return ((JournaledDataset) node.getFSDataset()).journal().log().replicas();
    }
}
