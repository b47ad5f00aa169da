package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The acknowledgement of an hsync waits for the commit, and the next packets of the stream do not. */
@Tag("cluster")
@Timeout(300)
class PipelinedHsyncTest extends HeldJournalFiles {
    private static final int HSYNCS = 8;
    private static final int BYTES = 1000;

    PipelinedHsyncTest() {
        super(65, (HSYNCS + 1) * BYTES);
    }

    private void awaitHeld(int held) {
        await().atMost(Duration.ofMinutes(1)).until(() -> disk.fsyncsHeld() > held);
    }

    private void assertWaits(Future<?> hsync) {
        await().atMost(Duration.ofMinutes(1)).during(Duration.ofMillis(300)).until(() -> !hsync.isDone());
    }

    private Future<?> hsync(FSDataOutputStream out) {
        return pool.submit(() -> {
            out.hsync();
            return null;
        });
    }

    @Test
    void hsyncsOfOneStreamShareACommit() throws Exception {
        FSDataOutputStream out = cluster().fs().create(path("pipelined"));
        sync(out, 0, BYTES);
        int held = disk.fsyncsHeld();
        long records = NodeMetrics.of(cluster().node(0), "Records");
        disk.holdFsyncs();
        List<Future<?>> hsyncs = new ArrayList<>();
        for (int i = 1; i <= HSYNCS; i++) {
            long expected = records + i;
            write(out, i * BYTES, (i + 1) * BYTES);
            hsyncs.add(hsync(out));
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> NodeMetrics.of(cluster().node(0), "Records") >= expected);
        }
        awaitHeld(held);
        long commits = NodeMetrics.of(cluster().node(0), "Commits");
        assertThat(hsyncs).noneMatch(Future::isDone);
        disk.releaseFsyncs();
        for (Future<?> each : hsyncs) {
            each.get();
        }
        assertThat(NodeMetrics.of(cluster().node(0), "Commits") - commits)
                .as("commits of %s hsyncs", HSYNCS)
                .isLessThanOrEqualTo(3);
        out.close();
        assertFile("pipelined", (HSYNCS + 1) * BYTES);
    }

    /** HDFS does not announce the acknowledgement of a packet without new bytes. */
    @Test
    void anHsyncOfFlushedBytesWaits() throws Exception {
        FSDataOutputStream out = cluster().fs().create(path("flushed"));
        write(out, 0, BYTES);
        out.hflush();
        int held = disk.fsyncsHeld();
        disk.holdFsyncs();
        Future<?> hsync = hsync(out);
        awaitHeld(held);
        assertWaits(hsync);
        disk.releaseFsyncs();
        hsync.get();
        out.close();
        assertFile("flushed", BYTES);
    }

    @Test
    void anHsyncOfFlushedBytesAfterAnAppendWaits() throws Exception {
        writeClosed("appended", BYTES);
        FSDataOutputStream out = cluster().fs().append(path("appended"));
        write(out, BYTES, BYTES + 10);
        out.hflush();
        int held = disk.fsyncsHeld();
        disk.holdFsyncs();
        Future<?> hsync = hsync(out);
        awaitHeld(held);
        assertWaits(hsync);
        disk.releaseFsyncs();
        hsync.get();
        out.close();
        assertFile("appended", BYTES + 10);
    }

    /** The first hsync sets up the pipeline of the append, which commits a record; later ones have nothing to commit. */
    @Test
    void anHsyncWithoutNewBytesNeedsNoCommit() throws Exception {
        writeClosed("reopened", BYTES);
        FSDataOutputStream out = cluster().fs().append(path("reopened"));
        out.hsync();
        disk.holdFsyncs();
        // Shorter than the timeout of a commit.
        hsync(out).get(1, TimeUnit.MINUTES);
        disk.releaseFsyncs();
        out.close();
        assertFile("reopened", BYTES);
    }
}
