package org.underbase.tier.namenode.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfoContiguous;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.junit.jupiter.api.Test;

/** Of which storage type a moved replica may be. */
class MovingBlockTest {
    private static final long ROOM = 1L << 40;

    private static MovingBlock block(String policy, StorageType... types) {
        BlockStoragePolicy storagePolicy =
                BlockStoragePolicySuite.createDefaultSuite().getPolicy(policy);
        return new MovingBlock(
                new BlockInfoContiguous(new Block(1, 1 << 20, 1), (short) types.length), storagePolicy, List.of(types));
    }

    private static DatanodeDescriptor node(StorageType type, long room) {
        DatanodeStorageInfo storage =
                DFSTestUtil.createDatanodeStorageInfo("s-" + type, "10.0.0.1", "/r1", "h1", type, null);
        DatanodeDescriptor node = storage.getDatanodeDescriptor();
        for (DatanodeStorageInfo each : node.getStorageInfos()) {
            each.setUtilizationForTesting(ROOM, 0, room, 0);
        }
        return node;
    }

    @Test
    void theTypeStaysWhereThereIsRoom() {
        MovingBlock hot =
                block(HdfsConstants.HOT_STORAGE_POLICY_NAME, StorageType.DISK, StorageType.DISK, StorageType.DISK);
        assertThat(hot.type(StorageType.DISK, node(StorageType.DISK, ROOM))).contains(StorageType.DISK);
        assertThat(hot.type(StorageType.DISK, node(StorageType.DISK, 0))).isEmpty();
    }

    @Test
    void aTypeThatTheStoragePolicyWouldGiveUpAtOnceIsNoTarget() {
        MovingBlock hot =
                block(HdfsConstants.HOT_STORAGE_POLICY_NAME, StorageType.DISK, StorageType.DISK, StorageType.DISK);
        assertThat(hot.type(StorageType.DISK, node(StorageType.SSD, ROOM))).isEmpty();
        MovingBlock oneSsd =
                block(HdfsConstants.ONESSD_STORAGE_POLICY_NAME, StorageType.SSD, StorageType.DISK, StorageType.DISK);
        assertThat(oneSsd.type(StorageType.SSD, node(StorageType.DISK, ROOM))).isEmpty();
        assertThat(oneSsd.type(StorageType.DISK, node(StorageType.DISK, ROOM))).contains(StorageType.DISK);
    }

    @Test
    void aTypeThatIsWantedReplacesOneThatIsNot() {
        MovingBlock misfit =
                block(HdfsConstants.ONESSD_STORAGE_POLICY_NAME, StorageType.DISK, StorageType.DISK, StorageType.DISK);
        assertThat(misfit.type(StorageType.DISK, node(StorageType.SSD, ROOM))).contains(StorageType.SSD);
    }
}
