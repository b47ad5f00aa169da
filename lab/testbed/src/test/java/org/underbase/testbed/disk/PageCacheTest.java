package org.underbase.testbed.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.underbase.testbed.process.Command;

/** Test of the page cache of files below the build directory, which is on a disk. */
class PageCacheTest {
    private static final int BYTES = 1 << 20;

    @Test
    void evictedReplicasOccupyNoPages() throws IOException {
        assumeTrue(Command.of("which", "fincore").run().exitCode() == 0, "fincore is missing");
        Path directory = Files.createTempDirectory(Path.of("target"), "page-cache");
        assumeTrue(!Files.getFileStore(directory).type().equals("tmpfs"), "the build directory is in memory");
        Path replica = directory.resolve("current/finalized/subdir0/blk_1");
        Path other = directory.resolve("current/rbw/blk_2");
        try {
            Files.createDirectories(replica.getParent());
            Files.createDirectories(other.getParent());
            Files.write(replica, new byte[BYTES]);
            Files.write(other, new byte[BYTES]);
            assertThat(PageCache.replicaBytes(directory)).isEqualTo(BYTES);
            PageCache.evictReplicas(directory);
            assertThat(PageCache.replicaBytes(directory)).isZero();
            PageCache.loadReplicas(directory);
            assertThat(PageCache.replicaBytes(directory)).isEqualTo(BYTES);
        } finally {
            Command.of("rm", "-r", directory.toString()).run().orThrow();
        }
    }
}
