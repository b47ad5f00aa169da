package org.underbase.tier.soak;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.namenode.TieredFiles;
import org.underbase.tier.policy.ReplicaVector;

/** Replica-floor monitor on three directories with the layout of DataNodes, each with a replica of 10 bytes of block 7. */
class ReplicaFloorMonitorTest {
    private static final SoakFile FILE =
            new SoakFile(1, new org.apache.hadoop.fs.Path("/f"), 10, Optional.of(ReplicaVector.parse("disk=3")));

    @TempDir
    Path directory;

    private ReplicaFloorMonitor watch;

    @BeforeEach
    void watch() throws IOException {
        for (String name : List.of("a", "b", "c")) {
            Path pool = directory.resolve(name).resolve("current/BP-1/current/finalized/subdir0/subdir0");
            Files.createDirectories(pool);
            Files.write(pool.resolve("blk_7"), new byte[10]);
            Files.write(pool.resolve("blk_7_3.meta"), new byte[1]);
        }
        Disks disks = new Disks(
                Map.of("a", directory.resolve("a"), "b", directory.resolve("b"), "c", directory.resolve("c")));
        watch = new ReplicaFloorMonitor(disks);
        watch.watch(FILE, 7, 3, 10, 3);
        watch.start();
        awaitLooks();
    }

    @AfterEach
    void close() {
        watch.close();
    }

    private void awaitLooks() {
        long now = watch.scans();
        TieredFiles.await("two scans").until(() -> watch.scans() > now + 1);
    }

    private Path replica(String name) {
        return directory.resolve(name).resolve("current/BP-1/current/finalized/subdir0/subdir0/blk_7");
    }

    @Test
    void reportsADeletedReplica() throws Exception {
        watch.check();
        Files.delete(replica("b"));
        awaitLooks();
        assertThatThrownBy(watch::check)
                .isInstanceOf(Violation.class)
                .hasMessageContaining("had 2 complete replicas, not 3");
    }

    @Test
    void countsNoTruncatedReplica() throws Exception {
        Files.write(replica("b"), new byte[9]);
        awaitLooks();
        assertThatThrownBy(watch::check).hasMessageContaining("had 2 complete");
    }

    @Test
    void acceptsARequestedDecrease() throws Exception {
        watch.atMost(FILE, 2);
        Files.delete(replica("a"));
        awaitLooks();
        watch.forget(FILE);
        Files.delete(replica("b"));
        awaitLooks();
        watch.check();
    }
}
