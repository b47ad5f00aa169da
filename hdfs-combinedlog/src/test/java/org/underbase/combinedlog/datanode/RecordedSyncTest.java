package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.underbase.combinedlog.block.BlockKey;
import org.underbase.combinedlog.block.BlockLog.Outcome;

/** Duration of an hsync, and its warning. */
class RecordedSyncTest {
    private static final BlockKey KEY = new BlockKey("BP-1", 7);

    private final JournalMetrics metrics = new JournalMetrics(
            "node", new Configuration(false), () -> JournalMetricsTest.STATISTICS, () -> true, () -> 0);
    private final AtomicLong now = new AtomicLong(17);
    private final LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(RecordedSync.class));

    @AfterEach
    void stop() {
        log.stopCapturing();
        metrics.close();
    }

    private long metric(String name) {
        return metrics.values().get(name);
    }

    private RecordedSync start() {
        return new RecordedSync(KEY, metrics, 300, now::get);
    }

    private void pass(long millis) {
        now.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    /** The thread that acknowledges comes late: it waits for other DataNodes first, or never comes. */
    @Test
    void anHsyncIsCountedAndItsDurationEndsAtTheCommit() throws IOException {
        RecordedSync sync = start();
        pass(2);
        assertThat(metric("SyncsJournaled")).isZero();
        sync.committed();
        pass(5000);
        assertThat(metric("SyncsJournaled")).isEqualTo(1);
        sync.await(() -> Outcome.DURABLE);
        Map<String, Number> values = JournalMetricsTest.read(metrics);
        assertThat(values)
                .containsEntry("SyncsJournaled", 1L)
                .containsEntry("SyncNanosNumOps", 1L)
                .containsEntry("SyncNanosAvgTime", 2e6);
        assertThat(log.getOutput()).isEmpty();
    }

    @Test
    void anHsyncWithoutItsRecordIsCountedAfterTheFsyncOfTheFiles() throws IOException {
        start().await(() -> Outcome.JOURNAL_FAILED);
        assertThatThrownBy(() -> start().await(() -> {
                    throw new IOException("lost");
                }))
                .hasMessage("lost");
        assertThat(metric("SyncsJournaled")).isZero();
        assertThat(metric("SyncsDirectJournalFailed")).isEqualTo(1);
    }

    @Test
    void aSlowCommitIsLogged() throws IOException {
        RecordedSync fast = start();
        RecordedSync slow = start();
        pass(300);
        fast.committed();
        pass(1);
        slow.committed();
        fast.await(() -> Outcome.DURABLE);
        assertThat(log.getOutput()).isEmpty();
        slow.await(() -> Outcome.DURABLE);
        assertThat(log.getOutput()).contains("Slow commit of an hsync of " + KEY + " took 301 ms (threshold 300 ms)");
    }
}
