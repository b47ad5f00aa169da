package org.underbase.tier.namenode.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.namenode.Namenode;
import org.underbase.tier.namenode.TieredFiles;
import org.underbase.tier.testing.MiniTieredCluster;

/** Visits of a file's blocks in short holds of the namesystem's lock. */
@Tag("cluster")
class BlockStepsTest {
    private static final int BLOCKS = 7;

    @TempDir
    private Path directory;

    @Test
    void eachBlockIsVisitedOnceAndTheLockIsFreeBetweenSteps() throws Exception {
        try (MiniTieredCluster cluster = MiniTieredCluster.builder(directory)
                .tiers("disk")
                .node("/r0", "disk")
                .build()) {
            TieredFiles files = new TieredFiles(cluster);
            FSNamesystem namesystem = cluster.miniCluster().getNamesystem();
            org.apache.hadoop.fs.Path file = files.create("steps", "disk=1", BLOCKS, 1);
            long inode = namesystem.getFSDirectory().getINode(file.toString()).getId();
            List<Long> written = files.blocks(file).stream()
                    .map(LocatedBlock::getBlock)
                    .map(block -> block.getBlockId())
                    .toList();

            List<Long> visited = new ArrayList<>();
            List<Integer> visitedBeforeWrite = new ArrayList<>();
            Thread writer = new Thread(() -> {
                namesystem.writeLock();
                try {
                    visitedBeforeWrite.add(visited.size());
                } finally {
                    namesystem.writeUnlock("test");
                }
            });
            new BlockSteps(namesystem, 2).each(inode, (of, block) -> {
                assertThat(namesystem.hasReadLock()).isTrue();
                visited.add(block.getBlockId());
                if (visited.size() == 1) {
                    writer.start();
                    TieredFiles.await("the writer to wait for the lock")
                            .until(() -> writer.getState() == Thread.State.WAITING);
                }
            });
            writer.join();
            assertThat(visited).isEqualTo(written);
            // The lock is fair: the writer gets it after the first step.
            assertThat(visitedBeforeWrite).containsExactly(2);

            cluster.fileSystem().delete(file, false);
            new BlockSteps(namesystem, 2).each(inode, (of, block) -> visited.clear());
            assertThat(visited).hasSize(BLOCKS);
            assertThat(new Namenode(cluster).file("/steps").getDirectory()).isTrue();
        }
    }
}
