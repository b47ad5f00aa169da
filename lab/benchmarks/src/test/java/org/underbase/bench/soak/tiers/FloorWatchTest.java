package org.underbase.bench.soak.tiers;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

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
import org.underbase.bench.soak.finding.Finding;
import org.underbase.tier.policy.ReplicaVector;

/** Three directories laid out as DataNodes' are; each has a replica of 10 bytes of the block 7 with the stamp 3. */
class FloorWatchTest {
    private static final SoakFile FILE =
            new SoakFile(1, new org.apache.hadoop.fs.Path("/f"), 10, Optional.of(ReplicaVector.parse("disk=3")));

    @TempDir
    Path directory;

    private FloorWatch watch;

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
        watch = new FloorWatch(disks);
        watch.watch(FILE, 7, 3, 10, 3);
        watch.start();
        awaitLooks();
    }

    @AfterEach
    void close() {
        watch.close();
    }

    private void awaitLooks() {
        long now = watch.looks();
        await().until(() -> watch.looks() > now + 1);
    }

    private Path replica(String name) {
        return directory.resolve(name).resolve("current/BP-1/current/finalized/subdir0/subdir0/blk_7");
    }

    @Test
    void aReplicaThatGoesIsFound() throws Exception {
        watch.check();
        Files.delete(replica("b"));
        awaitLooks();
        assertThatThrownBy(watch::check)
                .isInstanceOf(Finding.class)
                .hasMessageContaining("had 2 whole replicas, not 3");
    }

    @Test
    void aReplicaThatIsCutDoesNotCount() throws Exception {
        Files.write(replica("b"), new byte[9]);
        awaitLooks();
        assertThatThrownBy(watch::check).hasMessageContaining("had 2 whole");
    }

    @Test
    void whatWasAskedForIsNoLoss() throws Exception {
        watch.atMost(FILE, 2);
        Files.delete(replica("a"));
        awaitLooks();
        watch.forget(FILE);
        Files.delete(replica("b"));
        awaitLooks();
        watch.check();
    }
}
