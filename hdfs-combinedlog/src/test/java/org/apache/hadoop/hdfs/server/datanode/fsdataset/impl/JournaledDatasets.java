package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.util.List;
import java.util.Set;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.underbase.combinedlog.block.BlockKey;
import org.underbase.combinedlog.block.ReplicaStatus;
import org.underbase.combinedlog.journal.JournalStatistics;

/** Access of tests to a dataset, in this package because the dataset is. */
public final class JournaledDatasets {
    private JournaledDatasets() {}

    public static JournalStatistics statistics(DataNode node) {
        return ((JournaledDataset) node.getFSDataset()).journal().statistics();
    }

    /** Returns the state of the replicas that are tracked by the journal. */
    public static List<ReplicaStatus> status(DataNode node) {
        return ((JournaledDataset) node.getFSDataset()).journal().log().status();
    }

    /** Returns the replicas that are tracked by the journal. */
    public static Set<BlockKey> journaled(DataNode node) {
        return ((JournaledDataset) node.getFSDataset()).journal().log().replicas();
    }
}
