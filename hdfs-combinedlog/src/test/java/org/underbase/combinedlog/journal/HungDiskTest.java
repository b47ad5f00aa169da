package org.underbase.combinedlog.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Disk of a journal that does not respond, in real time. {@link JournalSchedulesTest} contains the other cases. */
@Timeout(600)
class HungDiskTest {
    private static final int THREADS = 6;

    @TempDir
    Path directory;

    private final ExecutorService pool = Executors.newCachedThreadPool();

    @AfterEach
    void stop() throws InterruptedException {
        pool.shutdownNow();
        assertThat(pool.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"write", "force"})
    void syncsFailAndTheDirectoryStaysLocked(String call) throws Exception {
        AtomicInteger notified = new AtomicInteger();
        HeldDevice device = new HeldDevice(DirectoryDevice.open(directory));
        Journal<String> journal = Journal.open(device, JournalFixture.SMALL.withSyncTimeout(Duration.ofMillis(300)));
        journal.start(new JournalFixture.Owner(), failure -> notified.incrementAndGet());
        device.hold(call);
        // Without a waiter: the committing thread reaches the device before the first timeout begins.
        journal.append("key", 1, JournalFixture.text("hung"));
        await().atMost(Duration.ofMinutes(1)).until(() -> device.waiting() == 1);
        List<Future<?>> writers = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            writers.add(pool.submit(() -> {
                journal.sync(journal.append("key", 1, JournalFixture.text("hung")));
                return null;
            }));
        }
        for (Future<?> writer : writers) {
            assertThatThrownBy(writer::get)
                    .hasCauseInstanceOf(JournalFailedException.class)
                    .hasMessageContaining("failed: no commit ended within 300 ms, because the disk does not respond");
        }
        assertThat(notified).hasValue(1);

        journal.close();
        assertThat(device.waiting()).as("the committing thread waits").isEqualTo(1);
        assertThatThrownBy(() -> DirectoryDevice.open(directory))
                .as("the committing thread may still write")
                .hasMessageContaining("is in use");
        device.release();
        await().atMost(Duration.ofMinutes(1)).until(() -> !isLocked());
    }

    private boolean isLocked() throws IOException {
        return DirectoryLock.isHeld(directory);
    }
}
