package org.underbase.tier.datanode.split;

import java.util.Map;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsDatasetFactory;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.ReservedSpaceCalculator.ReservedSpaceCalculatorAbsolute;

/** Settings of a DataNode that only reports its empty directory: it offers no space, so no block is written to it. */
final class EmptyDatanode {
    private static final String RESERVED = Long.toString(Long.MAX_VALUE / 4);

    static final Map<String, String> SETTINGS = Map.of(
            DFSConfigKeys.DFS_DATANODE_DU_RESERVED_KEY,
            RESERVED,
            DFSConfigKeys.DFS_DATANODE_DU_RESERVED_KEY + ".disk",
            RESERVED,
            DFSConfigKeys.DFS_DATANODE_DU_RESERVED_CALCULATOR_KEY,
            ReservedSpaceCalculatorAbsolute.class.getName(),
            DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY,
            FsDatasetFactory.class.getName());

    private EmptyDatanode() {}
}
