package org.apache.hadoop.hdfs;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;

/** Access to the configuration with which a mini cluster restarts a DataNode, in this package because its field is. */
public final class StoppedDataNodes {
    private StoppedDataNodes() {}

    public static Configuration configuration(DataNodeProperties stopped) {
        return stopped.conf;
    }
}
