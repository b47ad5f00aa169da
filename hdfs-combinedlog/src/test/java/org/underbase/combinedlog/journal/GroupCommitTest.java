package org.underbase.combinedlog.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Group commit, failure and close of a journal with its threads. */
@Timeout(300)
class GroupCommitTest {
    private static final int THREADS = 12;
    private static final int EACH = 200;
    private static final Duration LONG = Duration.ofMinutes(1);

    @TempDir
    Path directory;

    private final ExecutorService pool = Executors.newCachedThreadPool();
    private final JournalFixture.Owner owner = new JournalFixture.Owner();

    @AfterEach
    void stop() throws InterruptedException {
        pool.shutdownNow();
        assertThat(pool.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    }

    private static JournalOptions options() {
        // A page for each record: no test fills a segment.
        return JournalFixture.SMALL.withSegments(3, 12 << 20).withSegmentWaitTimeout(Duration.ofSeconds(60));
    }

    @Test
    void replayReturnsEveryRecordOfManyThreadsOnceWithoutAGap() throws Exception {
        Map<Long, String> written = new ConcurrentHashMap<>();
        Journal<String> journal = Journal.open(DirectoryDevice.open(directory), options());
        journal.start(owner, failure -> {});
        List<Future<?>> writers = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            int me = thread;
            writers.add(pool.submit(() -> {
                for (int i = 0; i < EACH; i++) {
                    String text = me + "/" + i;
                    long sequence = journal.append("key " + me, 1, JournalFixture.text(text));
                    journal.sync(sequence);
                    assertThat(journal.durable()).isGreaterThanOrEqualTo(sequence);
                    written.put(sequence, text);
                }
                return null;
            }));
        }
        for (Future<?> writer : writers) {
            writer.get();
        }
        JournalStatistics statistics = journal.statistics();
        journal.abandon();

        assertThat(statistics.records()).isEqualTo(THREADS * EACH + 1);
        assertThat(statistics.commits()).isBetween((long) EACH, (long) THREADS * EACH + 1);
        assertThat(statistics.bytes()).isGreaterThanOrEqualTo(statistics.commits() * SegmentHeader.PAGE);
        assertThat(statistics.syncs()).isLessThanOrEqualTo(THREADS * EACH);
        assertThat(statistics.commitNanos()).isPositive();
        assertThat(statistics.waitNanos()).isPositive();
        assertThat(statistics.rejected()).isZero();
        List<Long> sequences = new ArrayList<>();
        Journal<String> again = Journal.open(DirectoryDevice.open(directory), options());
        assertThat(again.empty()).isFalse();
        Replayed replayed = again.replay(record -> {
            sequences.add(record.sequence());
            assertThat(JournalFixture.read(record)).isEqualTo(written.get(record.sequence()));
        });
        again.abandon();
        assertThat(replayed).isEqualTo(new Replayed(THREADS * EACH, 0, replayed.segments(), List.of()));
        assertThat(sequences).hasSize(THREADS * EACH).isSorted().startsWith(2L).endsWith(1L + THREADS * EACH);
    }

    /** Repeats the append, because another thread may fill the free segment first. */
    private static long appendWhenFree(Journal<String> journal, int bytes) throws JournalFailedException {
        while (true) {
            journal.awaitFreeSegment();
            try {
                return journal.append("key", 1, ByteBuffer.allocate(bytes));
            } catch (JournalFullException e) {
                assertThat(journal.working()).isTrue();
            }
        }
    }

    @Test
    void segmentsAreReclaimedWhileThreadsAppend() throws Exception {
        JournalOptions small = JournalFixture.SMALL.withSegmentWaitTimeout(Duration.ofSeconds(60));
        Journal<String> journal = Journal.open(DirectoryDevice.open(directory), small);
        journal.start(owner, failure -> {});
        List<Future<?>> writers = new ArrayList<>();
        for (int thread = 0; thread < 4; thread++) {
            writers.add(pool.submit(() -> {
                for (int i = 0; i < EACH; i++) {
                    journal.sync(appendWhenFree(journal, 3_000));
                }
                return null;
            }));
        }
        for (Future<?> writer : writers) {
            writer.get();
        }
        assertThat(journal.statistics().checkpoints()).isGreaterThan(5);
        assertThat(journal.statistics().checkpointFailures()).isZero();
        assertThat(owner.durable).isSorted();
        journal.close();

        Journal<String> again = Journal.open(DirectoryDevice.open(directory), small);
        assertThat(again.empty()).isTrue();
        assertThat(again.replay(record -> {}).records()).isZero();
        again.abandon();
    }

    @Test
    void interruptDoesNotEndTheWaitAndStaysSet() throws Exception {
        HeldDevice device = new HeldDevice(DirectoryDevice.open(directory));
        Journal<String> journal = Journal.open(device, options());
        journal.start(owner, failure -> {});
        device.hold("force");
        Thread[] waiter = new Thread[1];
        CountDownLatch appended = new CountDownLatch(1);
        Future<Boolean> done = pool.submit(() -> {
            waiter[0] = Thread.currentThread();
            long sequence = journal.append("key", 1, JournalFixture.text("interrupted"));
            appended.countDown();
            journal.sync(sequence);
            return Thread.currentThread().isInterrupted();
        });
        appended.await();
        await().atMost(LONG).until(() -> device.waiting() == 1);
        waiter[0].interrupt();
        await().atMost(LONG).during(Duration.ofMillis(100)).until(() -> !done.isDone());
        device.release();
        assertThat(done.get()).isTrue();

        // The interrupt closed no channel.
        journal.sync(journal.append("key", 1, JournalFixture.text("after")));
        journal.close();
    }

    @Test
    void ioErrorFailsAllWaitersAndNotifiesTheOwnerOnce() throws Exception {
        HeldDevice device = new HeldDevice(DirectoryDevice.open(directory));
        Journal<String> journal = Journal.open(device, options());
        AtomicInteger notified = new AtomicInteger();
        AtomicBoolean notifiedFirst = new AtomicBoolean();
        journal.start(owner, failure -> {
            notifiedFirst.set(journal.working());
            notified.incrementAndGet();
        });
        device.hold("force");
        device.failFsyncs();
        List<Future<?>> writers = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            writers.add(pool.submit(() -> {
                journal.sync(journal.append("key", 1, JournalFixture.text("lost")));
                return null;
            }));
        }
        await().atMost(LONG).until(() -> device.waiting() == 1);
        await().atMost(LONG).until(() -> journal.statistics().syncs() == THREADS);
        device.release();
        for (Future<?> writer : writers) {
            assertThatThrownBy(writer::get)
                    .hasCauseInstanceOf(JournalFailedException.class)
                    .hasMessageContaining("failed: Input/output error");
        }
        assertThat(notified).hasValue(1);
        assertThat(notifiedFirst).as("the owner is notified before any writer").isTrue();
        assertThat(journal.working()).isFalse();
        assertThatThrownBy(() -> journal.append("key", 1, JournalFixture.text("more")))
                .isInstanceOf(JournalFailedException.class);
        journal.close();
        assertThat(notified).hasValue(1);
    }

    @Test
    void closeWakesWaitersAndRejectsLaterRecords() throws Exception {
        HeldDevice device = new HeldDevice(DirectoryDevice.open(directory));
        Journal<String> journal = Journal.open(device, options());
        journal.start(owner, failure -> {});
        device.hold("force");
        Future<?> waiter = pool.submit(() -> {
            journal.sync(journal.append("key", 1, JournalFixture.text("unknown")));
            return null;
        });
        await().atMost(LONG).until(() -> device.waiting() == 1);
        Future<?> abandoned = pool.submit(() -> {
            journal.abandon();
            return null;
        });
        assertThatThrownBy(waiter::get).hasCauseInstanceOf(JournalFailedException.class);
        device.release();
        abandoned.get();
        assertThatThrownBy(() -> journal.append("key", 1, JournalFixture.text("late")))
                .isInstanceOf(JournalFailedException.class);
    }

    @Test
    void recordWithoutAWaiterIsWrittenAfterTheLinger() throws Exception {
        Journal<String> journal = Journal.open(DirectoryDevice.open(directory), options());
        journal.start(owner, failure -> {});
        long sequence = journal.append("key", 1, JournalFixture.text("no waiter"));
        await().atMost(LONG).until(() -> journal.durable() >= sequence);
        journal.abandon();
        assertThat(JournalFixture.replayed(DirectoryDevice.open(directory))).containsExactly(sequence + " no waiter");
    }

    @Test
    void closeWaitsForARunningCheckpoint() throws Exception {
        CountDownLatch inCheckpoint = new CountDownLatch(1);
        CountDownLatch proceed = new CountDownLatch(1);
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger maximum = new AtomicInteger();
        JournalFixture.Owner slow = new JournalFixture.Owner() {
            @Override
            public void makeDurable(java.util.Set<String> keys, long sequence, Pace pace) throws IOException {
                maximum.accumulateAndGet(inside.incrementAndGet(), Math::max);
                inCheckpoint.countDown();
                try {
                    proceed.await();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
                inside.decrementAndGet();
            }
        };
        Journal<String> journal = Journal.open(DirectoryDevice.open(directory), JournalFixture.SMALL);
        journal.start(slow, failure -> {});
        for (int i = 0; i < 20; i++) {
            journal.sync(journal.append("key", 1, JournalFixture.text("record")));
        }
        inCheckpoint.await();
        Future<?> closed = pool.submit(() -> {
            journal.close();
            return null;
        });
        await().atMost(LONG).during(Duration.ofMillis(100)).until(() -> !closed.isDone());
        proceed.countDown();
        closed.get();
        assertThat(maximum).hasValue(1);
        assertThat(JournalFixture.replayed(DirectoryDevice.open(directory))).isEmpty();
    }
}
