package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataStorage;

/**
 * Factory of a dataset that records hsyncs in one journal: the value of {@code dfs.datanode.fsdataset.factory}.
 *
 * <p>It is in this package because the dataset is.
 */
public class JournaledDatasetFactory extends FsDatasetFactory {
    @Override
    public FsDatasetImpl newInstance(DataNode datanode, DataStorage storage, Configuration conf) throws IOException {
        DatasetShape.check();
        return new JournaledDataset(datanode, storage, conf);
    }
}
