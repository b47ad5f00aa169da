package org.apache.hadoop.hdfs;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;

/** The configuration that a DataNode of a mini cluster is restarted with; in this package because its field is. */
public final class StoppedDataNodes {
    private StoppedDataNodes() {}

    public static Configuration configuration(DataNodeProperties stopped) {
        return stopped.conf;
    }
}
