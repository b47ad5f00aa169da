package org.underbase.tier.namenode.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.junit.jupiter.api.Test;
import org.underbase.tier.namenode.TieredFiles;

class MoverTest {
    private static DatanodeDescriptor node(String host) {
        return DFSTestUtil.createDatanodeStorageInfo("s-" + host, "10.0.0.1", "/r1", host, StorageType.DISK, null)
                .getDatanodeDescriptor();
    }

    private static Mover.Running copied(Mover mover) {
        assertThat(mover.submit(new BlockMove(1, new Block(7, 1 << 20, 1), node("from"), node("to"), StorageType.DISK)))
                .isTrue();
        TieredFiles.await("the copy").until(() -> !mover.copied().isEmpty());
        List<Mover.Running> copied = mover.copied();
        assertThat(copied).hasSize(1);
        return copied.get(0);
    }

    private static Mover mover(Duration timeout) {
        return new Mover(() -> move -> {}, () -> true, 0, 1, timeout.toMillis(), 1);
    }

    @Test
    void aMoveWithoutAReportOfItsCopyFailsSoThatTheBlockCanBeMovedAgain() {
        try (Mover mover = mover(Duration.ofMillis(1))) {
            Mover.Running running = copied(mover);
            TieredFiles.await("the failure of the move").until(() -> mover.settle(running, MoveFate.UNREPORTED));
            assertThat(mover.pending(7)).isFalse();
            assertThat(mover.failed()).isEqualTo(1);
        }
    }

    @Test
    void aMoveIsPendingWhileTheReportOfItsCopyIsDue() {
        try (Mover mover = mover(Duration.ofHours(1))) {
            assertThat(mover.settle(copied(mover), MoveFate.UNREPORTED)).isFalse();
            assertThat(mover.pending(7)).isTrue();
            assertThat(mover.failed()).isZero();
        }
    }
}
