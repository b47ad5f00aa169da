package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.underbase.combinedlog.client.DataNodeLog;
import org.underbase.combinedlog.conf.CombinedLogKeys;
import org.underbase.combinedlog.journal.DirectoryLock;

/** Journal whose disk does not respond, under a running DataNode. */
@Tag("cluster")
@Timeout(300)
class HungJournalDiskTest extends HeldJournalFiles {
    private static final int WRITERS = 4;

    HungJournalDiskTest() {
        super(64, 100_000);
    }

    @Test
    void hsyncsFsyncTheBlockFilesAndTheDataNodeStops() throws Exception {
        writeClosed("deleted", 10_000);
        List<FSDataOutputStream> outs = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            outs.add(cluster().fs().create(path("open-" + i)));
            write(outs.get(i), 0, 10_000);
        }
        disk.holdFsyncs();
        // No thread waits for the record of the deletion: the committing thread hangs before the first timeout begins.
        cluster().fs().delete(path("deleted"), false);
        await().atMost(Duration.ofMinutes(1)).until(() -> disk.fsyncsHeld() == 1);
        try (DataNodeLog log = JournalServiceTest.connect(cluster().node(0))) {
            log.set(Map.of(CombinedLogKeys.SYNC_TIMEOUT.name(), "300ms"));
        }
        List<Future<?>> writers = new ArrayList<>();
        for (FSDataOutputStream out : outs) {
            writers.add(pool.submit(() -> {
                out.hsync();
                sync(out, 10_000, 20_000);
                return null;
            }));
        }
        for (Future<?> writer : writers) {
            writer.get();
        }
        assertThat(disk.fsyncsHeld()).as("the committing thread waits").isEqualTo(1);
        assertThat(NodeMetrics.of(cluster().node(0), "JournalActive")).isZero();
        assertThat(NodeMetrics.of(cluster().node(0), "SyncsDirectJournalFailed"))
                .isEqualTo(2L * WRITERS);
        for (Path each : DiskImage.dataDirectories(cluster().node(0).getConf())) {
            assertThat(JournalMarker.read(each, JournalMarker.INVALID)).isPresent();
        }

        DataNodeProperties stopped = cluster().stopOnly();
        assertThat(disk.fsyncsHeld()).as("the committing thread still waits").isEqualTo(1);
        disk.releaseFsyncs();
        // The committing thread unlocks the directory of the journal.
        await().atMost(Duration.ofMinutes(1)).until(this::isUnlocked);
        cluster().restart(stopped);
        cluster().awaitNothingMissing();
        for (int i = 0; i < WRITERS; i++) {
            assertRecovered("open-" + i, 20_000);
        }
        assertThat(NodeMetrics.of(cluster().node(0), "JournalActive")).isEqualTo(1);
    }

    private boolean isUnlocked() throws IOException {
        return !DirectoryLock.isHeld(directory.resolve("journal"));
    }
}
