package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataStorage;

/**
 * Makes a DataNode log its hsyncs in one journal: the value of {@code dfs.datanode.fsdataset.factory}.
 *
 * <p>In this package because the dataset is.
 */
public class JournaledDatasetFactory extends FsDatasetFactory {
    @Override
    public FsDatasetImpl newInstance(DataNode datanode, DataStorage storage, Configuration conf) throws IOException {
        DatasetShape.check();
        return new JournaledDataset(datanode, storage, conf);
    }
}
