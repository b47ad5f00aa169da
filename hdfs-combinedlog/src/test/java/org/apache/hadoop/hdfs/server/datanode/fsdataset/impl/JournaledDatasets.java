package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.underbase.combinedlog.journal.JournalStatistics;

/** What a test may see of a dataset; in this package because the dataset is. */
public final class JournaledDatasets {
    private JournaledDatasets() {}

    public static JournalStatistics statistics(DataNode node) {
        return ((JournaledDataset) node.getFSDataset()).journal().statistics();
    }
}
