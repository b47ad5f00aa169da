package org.underbase.combinedlog.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.underbase.combinedlog.block.ReplayProgress.Step;

/** Progress of a replay in the DataNode's log. */
class LoggedProgressTest {
    @Test
    void longReplayIsLoggedEveryFiveSeconds() {
        AtomicLong clock = new AtomicLong();
        LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(DataNodeJournal.class));
        LoggedProgress progress = new LoggedProgress(Path.of("/journal"), clock::get);
        for (int second = 1; second <= 12; second++) {
            clock.addAndGet(TimeUnit.SECONDS.toNanos(1));
            progress.progress(Step.READ, second, 0);
            progress.progress(Step.CHECK, second, 12);
        }
        log.stopCapturing();
        assertThat(log.getOutput().lines().filter(line -> line.contains("Replaying the journal in /journal: ")))
                .satisfiesExactly(
                        line -> assertThat(line).endsWith("5 records read after 5 s"),
                        line -> assertThat(line).endsWith("10 records read after 10 s"));
    }
}
