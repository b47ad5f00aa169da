package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataStorage;
import org.underbase.combinedlog.datanode.InactiveJournal;

/** Stock dataset of a DataNode whose journal failed and whose journal disk is not replaced yet: hsyncs fsync the block files. */
final class DirectDataset extends FsDatasetImpl {
    private final InactiveJournal journal;

    DirectDataset(DataNode datanode, DataStorage storage, Configuration conf) throws IOException {
        super(datanode, storage, conf);
        this.journal = new InactiveJournal(storage.getDatanodeUuid(), conf);
    }

    @Override
    public void shutdown() {
        journal.close();
        super.shutdown();
    }
}
