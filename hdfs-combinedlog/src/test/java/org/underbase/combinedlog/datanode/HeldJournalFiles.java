package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.underbase.combinedlog.conf.CombinedLogKeys;

/** Base of tests that delay the commits of one DataNode. */
abstract class HeldJournalFiles extends JournaledFiles {
    @TempDir
    Path directory;

    final ExecutorService pool = Executors.newCachedThreadPool();
    JournalDisk disk;
    private JournaledCluster cluster;

    HeldJournalFiles(long seed, int length) {
        super(seed, length);
    }

    @Override
    final JournaledCluster cluster() {
        return cluster;
    }

    @BeforeEach
    final void start() throws IOException {
        disk = JournalDisk.install();
        Configuration conf = JournaledCluster.configuration();
        conf.set(CombinedLogKeys.DIR.name(), directory.resolve("journal").toString());
        cluster = JournaledCluster.start(conf, directory.resolve("cluster"), 1);
    }

    @AfterEach
    final void stop() throws InterruptedException {
        disk.repair();
        cluster.close();
        disk.close();
        pool.shutdownNow();
        assertThat(pool.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    }
}
