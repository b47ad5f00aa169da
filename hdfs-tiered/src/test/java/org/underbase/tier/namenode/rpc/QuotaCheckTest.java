package org.underbase.tier.namenode.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.tier.namenode.Namenode;
import org.underbase.tier.namenode.TieredFiles;
import org.underbase.tier.namenode.monitor.PolicyDemand;
import org.underbase.tier.protocol.TierException;
import org.underbase.tier.testing.MiniTieredCluster;

/** A check against quotas occupies few handlers of the RPC server, each for a limited time. */
@Tag("cluster")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QuotaCheckTest {
    private static final TierOperations.Mode DRY_RUN = new TierOperations.Mode(true, false);
    private static final TierOperations.Mode CHANGE = new TierOperations.Mode(false, false);
    private static final QuotaCheck.Walk NO_FILES = (directory, holder, after) -> Optional.of(List.of());
    private static final QuotaCheck.Wait COUNTED = (limits, millis) -> true;

    @TempDir
    static java.nio.file.Path directory;

    @AutoClose
    private MiniTieredCluster cluster;

    @AutoClose("shutdownNow")
    private final ExecutorService handler = Executors.newSingleThreadExecutor();

    private DistributedFileSystem hdfs;
    private TieredFiles files;
    private Namenode namenode;

    /** Work that lasts until it is released; fails if it is entered again before. */
    private static final class Held {
        private final CountDownLatch entered = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);

        void enter() throws InterruptedException {
            if (released.getCount() > 0) {
                assertThat(entered.getCount()).as("concurrent entries").isPositive();
            }
            entered.countDown();
            released.await();
        }
    }

    @BeforeAll
    void start() throws Exception {
        cluster = MiniTieredCluster.builder(directory)
                .tiers("fast", "disk")
                .node("/r0", "fast", "disk")
                .build();
        hdfs = cluster.fileSystem();
        files = new TieredFiles(cluster);
        namenode = new Namenode(cluster);
    }

    private TierOperations operations(QuotaCheck.Walk walk, QuotaCheck.Wait wait) {
        FSNamesystem namesystem = cluster.miniCluster().getNamesystem();
        return new TierOperations(
                namesystem, files.topology(), new QuotaCheck(namesystem, files.topology(), walk, wait));
    }

    private Path limited(String name) throws IOException {
        Path path = files.directory(name, "disk=1");
        cluster.tiered().setQuota(path, Map.of("fast", OptionalLong.of(1L << 40)));
        return path;
    }

    private static void rejects(TierOperations operations, Path path, TierOperations.Mode mode, String message) {
        assertThatThrownBy(() -> operations.setPolicy(path.toString(), "hybrid", 0, mode))
                .isInstanceOf(TierException.class)
                .hasMessageContaining(path.toString())
                .hasMessageContaining(message)
                .message()
                .hasLineCount(1);
    }

    /** Checks that calls during a held call are rejected, and accepted after it. */
    private void rejectsDuring(Held held, TierOperations operations, Path path) throws Exception {
        Path other = limited("other" + path.getName());
        Future<?> first = handler.submit(() -> operations.setPolicy(path.toString(), "hybrid", 0, CHANGE));
        try {
            held.entered.await();
            rejects(operations, other, DRY_RUN, "retry later");
            rejects(operations, other, CHANGE, "retry later");
            assertThat(namenode.file(other).getPolicy()).isEqualTo("disk=1");
        } finally {
            held.released.countDown();
        }
        first.get();
        assertThat(namenode.file(path).getPolicy()).isEqualTo("hybrid");
        assertThat(operations.setPolicy(other.toString(), "hybrid", 0, CHANGE).getChanged())
                .isTrue();
    }

    @Test
    void oneCallAtATimeVisitsTheFilesBelowADirectory() throws Exception {
        Held held = new Held();
        QuotaCheck.Walk walk = (directory, holder, after) -> {
            held.enter();
            return Optional.of(List.of());
        };
        rejectsDuring(held, operations(walk, COUNTED), limited("walk"));
    }

    @Test
    void oneCallAtATimeWaitsForTheCountOfFiles() throws Exception {
        Held held = new Held();
        QuotaCheck.Wait wait = (limits, millis) -> {
            if (millis > 0) {
                held.enter();
            }
            return millis > 0;
        };
        rejectsDuring(held, operations(NO_FILES, wait), limited("count"));
    }

    @Test
    void aDirectoryWithTooManyFilesIsRejectedUntilItsSubdirectoriesHavePolicies() throws Exception {
        Path path = limited("large");
        Path below = new Path(path, "below");
        // More than one hold of the lock visits.
        for (int i = 0; i < 600; i++) {
            hdfs.mkdirs(new Path(below, "directory" + i));
        }
        TierOperations limited = operations(
                new PolicyDemand(cluster.miniCluster().getNamesystem(), files.topology(), Duration.ZERO)::of, COUNTED);
        rejects(limited, path, DRY_RUN, "set the policy on its subdirectories first");
        rejects(limited, path, CHANGE, "set the policy on its subdirectories first");
        assertThat(namenode.file(path).getPolicy()).isEqualTo("disk=1");
        cluster.tiered().setRepPolicy(below, "hybrid", 0);
        // A pause can end the only hold before it has visited everything.
        TieredFiles.await("the change").ignoreException(TierException.class).until(() -> limited.setPolicy(
                        path.toString(), "hybrid", 0, CHANGE)
                .getChanged());
    }

    @Test
    void aDirectoryThatReplacesTheCheckedOneIsNotChanged() throws Exception {
        Path path = limited("replaced");
        TierOperations operations = operations(
                (directory, holder, after) -> {
                    try {
                        hdfs.delete(path, true);
                        hdfs.mkdirs(path);
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                    return Optional.of(List.of());
                },
                COUNTED);
        rejects(operations, path, CHANGE, "retry the change");
        assertThat(namenode.file(path).getPolicy()).isNotEqualTo("hybrid");
        limited("replaced");
        rejects(operations, path, DRY_RUN, "retry the change");
    }
}
