package org.underbase.combinedlog.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checkpoint on request, and changes of the options, while the journal is used. */
class RequestedCheckpointTest {
    private static final JournalOptions OPTIONS = JournalFixture.SMALL.withSegments(6, 64 << 10);

    private static final Duration LONG = Duration.ofMinutes(1);

    private final SimulatedDisk disk = new SimulatedDisk(new PowerSupply());
    private final JournalFixture.Owner owner = new JournalFixture.Owner();

    private Journal<String> filled() throws IOException {
        Journal<String> journal = Journal.open(disk, OPTIONS);
        SteppedJournal.start(journal, owner);
        for (int i = 0; i < 40; i++) {
            journal.appendAlways("key", 1, JournalFixture.text("record " + i));
            assertThat(SteppedJournal.commit(journal)).isTrue();
        }
        return journal;
    }

    @Test
    void reclaimsAllFullSegmentsAndDiscardsTheRecordsOfTheCurrentOne() throws IOException {
        Journal<String> journal = filled();
        assertThat(journal.statistics().freeSegments()).isEqualTo(3);
        long last = journal.appendAlways("key", 1, JournalFixture.text("uncommitted"));
        journal.checkpoint();
        long later = journal.appendAlways("key", 1, JournalFixture.text("later"));
        assertThat(SteppedJournal.commit(journal)).isTrue();

        assertThat(owner.durable).containsExactly(last);
        assertThat(owner.forgotten).isEqualTo(last);
        assertThat(journal.statistics().freeSegments()).isEqualTo(5);
        assertThat(journal.statistics().checkpoints()).isEqualTo(2);
        assertThat(replayedAfterAKill()).containsExactly(later + " later");
    }

    @Test
    void aFailureKeepsAllRecords() throws IOException {
        JournalFixture.Owner failing = new JournalFixture.Owner() {
            @Override
            public void makeDurable(Set<String> keys, long sequence, Pace pace) throws IOException {
                throw new IOException("no fsync");
            }
        };
        Journal<String> journal = Journal.open(disk, OPTIONS);
        SteppedJournal.start(journal, failing);
        long sequence = journal.appendAlways("key", 1, JournalFixture.text("kept"));

        assertThatThrownBy(journal::checkpoint).isInstanceOf(IOException.class).hasMessage("no fsync");
        assertThat(replayedAfterAKill()).containsExactly(sequence + " kept");
    }

    private List<String> replayedAfterAKill() throws IOException {
        disk.kill();
        List<String> records = new ArrayList<>();
        Journal<String> journal = Journal.open(disk, OPTIONS);
        Replayed replayed =
                journal.replay(record -> records.add(record.sequence() + " " + JournalFixture.read(record)));
        assertThat(replayed.missing()).isEmpty();
        return records;
    }

    @Test
    void recordsOfOtherThreadsAreAcceptedConcurrently(@TempDir Path directory) throws Exception {
        Journal<String> journal = Journal.open(DirectoryDevice.open(directory), OPTIONS);
        journal.start(owner, failure -> {});
        for (int i = 0; i < 20; i++) {
            long sequence = journal.appendAlways("key", 1, JournalFixture.text("record " + i));
            Thread writer = new Thread(() -> {
                try {
                    journal.sync(journal.appendAlways("key", 1, JournalFixture.text("concurrent")));
                } catch (JournalFailedException e) {
                    throw new IllegalStateException(e);
                }
            });
            writer.start();
            journal.checkpoint();
            writer.join();
            assertThat(owner.forgotten).isGreaterThanOrEqualTo(sequence);
        }
        journal.close();
        assertThatThrownBy(journal::checkpoint).isInstanceOf(JournalFailedException.class);
    }

    @Test
    void changedOptionsApplyToTheStartedJournalOnly() throws IOException {
        JournalOptions before = OPTIONS.withSegmentFillTime(Duration.ofDays(1));
        Journal<String> journal = Journal.open(disk, before);
        SteppedJournal.start(journal, owner);
        journal.change(before.withLayout(6, 64 << 10, 128 << 10, 16 << 10));
        for (int i = 0; i < 40; i++) {
            journal.appendAlways("key", 1, JournalFixture.text("record " + i));
            assertThat(SteppedJournal.commit(journal)).isTrue();
        }
        while (SteppedJournal.checkpoint(journal)) {
            assertThat(journal.working()).isTrue();
        }

        assertThat(disk.list().stream()
                        .filter(name -> name.startsWith("segment"))
                        .map(this::size))
                .as("segments grow beyond the previous maximum")
                .contains(128L << 10);
        assertThat(before.maxSegmentBytes()).isEqualTo(64 << 10);
    }

    @Test
    void theLongestDurationsAreAcceptedAndCheckpointsKeepAllSegments() throws IOException {
        Duration forever = Duration.ofSeconds(Long.MAX_VALUE);
        JournalOptions options = OPTIONS.withSegmentFillTime(forever)
                .withSyncTimeout(forever)
                .withSegmentWaitTimeout(forever)
                .withRetry(forever);
        Journal<String> journal = Journal.open(disk, options);
        SteppedJournal.start(journal, owner);
        for (int i = 0; i < 60; i++) {
            journal.awaitFreeSegment();
            journal.append("key", 1, JournalFixture.text("record " + i));
            assertThat(SteppedJournal.commit(journal)).isTrue();
        }
        int reclaimed = 0;
        while (SteppedJournal.checkpoint(journal)) {
            reclaimed++;
        }

        assertThat(reclaimed).isEqualTo(4);
        assertThat(journal.statistics().checkpointFailures()).isZero();
        assertThat(journal.statistics().segments()).isEqualTo(6);
        assertThat(journal.statistics().freeSegments()).isEqualTo(5);
    }

    @Test
    void aShorterRetryAppliesToAFailedCheckpointThatWaits(@TempDir Path directory) throws Exception {
        AtomicBoolean failing = new AtomicBoolean(true);
        JournalFixture.Owner failingOnce = new JournalFixture.Owner() {
            @Override
            public void makeDurable(Set<String> keys, long sequence, Pace pace) throws IOException {
                if (failing.get()) {
                    throw new IOException("no fsync");
                }
            }
        };
        JournalOptions patient = OPTIONS.withRetry(Duration.ofDays(1));
        try (Journal<String> journal = Journal.open(DirectoryDevice.open(directory), patient)) {
            journal.start(failingOnce, failure -> {});
            for (int i = 0; i < 20; i++) {
                journal.sync(journal.append("key", 1, JournalFixture.text("record " + i)));
            }
            await().atMost(LONG).until(() -> journal.statistics().checkpointFailures() == 1);
            failing.set(false);
            journal.change(patient.withRetry(Duration.ofMillis(1)));

            await().atMost(LONG).until(() -> journal.statistics().checkpoints() > 0);
            assertThat(journal.statistics().checkpointFailures()).isEqualTo(1);
        }
    }

    @Test
    void aShorterTimeoutAppliesToAThreadThatWaitsForASegment(@TempDir Path directory) throws Exception {
        JournalFixture.Owner failing = new JournalFixture.Owner() {
            @Override
            public void makeDurable(Set<String> keys, long sequence, Pace pace) throws IOException {
                throw new IOException("no fsync");
            }
        };
        JournalOptions patient = OPTIONS.withSegmentWaitTimeout(Duration.ofDays(1));
        Journal<String> journal = Journal.open(DirectoryDevice.open(directory), patient);
        journal.start(failing, failure -> {});
        long last = 0;
        while (journal.statistics().rejected() == 0) {
            try {
                last = journal.append("key", 1, JournalFixture.text("record"));
                journal.sync(last);
            } catch (JournalFullException e) {
                assertThat(e).hasMessageContaining("no free segment");
            }
        }
        Thread writer = new Thread(journal::awaitFreeSegment);
        writer.start();
        await().atMost(LONG).until(() -> writer.getState() == Thread.State.TIMED_WAITING);
        journal.change(patient.withSegmentWaitTimeout(Duration.ofMillis(1)));

        writer.join(LONG.toMillis());
        assertThat(writer.isAlive()).isFalse();
        assertThat(journal.durable()).isGreaterThanOrEqualTo(last);
        journal.abandon();
    }

    private long size(String name) {
        try (JournalFile file = disk.open(name)) {
            return file.size();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
