package org.underbase.combinedlog.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.underbase.combinedlog.interleave.Interleaving;
import org.underbase.combinedlog.interleave.Scenario;

/** Threads of a journal in seeded schedules with virtual time: waits, failures, closes, and a disk that does not respond. */
@Timeout(600)
class JournalSchedulesTest {
    private static final long SEED = 20_261_125;
    private static final int COUNT = 150;

    /** Journal with its device; the owner sets its flag at the end of its notification. */
    abstract static class JournalScenario implements Scenario {
        final SimulatedDisk disk = new SimulatedDisk(new PowerSupply());
        final JournalFixture.Owner owner = owner();
        private final AtomicInteger began = new AtomicInteger();
        final AtomicInteger notified = new AtomicInteger();
        private FaultyDevice counted;
        HeldDevice device;
        Journal<String> journal;

        JournalOptions options() {
            return JournalFixture.SMALL;
        }

        JournalFixture.Owner owner() {
            return new JournalFixture.Owner();
        }

        FaultyDevice counted(Interleaving threads) {
            return new FaultyDevice(disk, Integer.MAX_VALUE, FaultyDevice.Fault.IO, false);
        }

        final void start(Interleaving threads) throws IOException {
            counted = counted(threads);
            device = new HeldDevice(counted);
            journal = Journal.open(device, options());
            journal.start(owner, failure -> {
                assertThat(began.incrementAndGet()).isEqualTo(1);
                notified.incrementAndGet();
            });
        }

        final long write(String text) throws IOException {
            long sequence = journal.append("key", 1, JournalFixture.text(text));
            journal.sync(sequence);
            return sequence;
        }

        /** Expects the failure of the journal, after the notification of the owner. */
        final void writeFails() {
            assertThatThrownBy(() -> write("hung")).isInstanceOf(JournalFailedException.class);
            assertThat(notified).as("the owner is notified before a writer").hasValue(1);
        }

        final void startWriters(Interleaving threads, int count, Interleaving.Action action) {
            for (int i = 0; i < count; i++) {
                threads.start("writer " + i, action);
            }
        }

        /** Releases the device and waits until the threads of the journal have closed the files. */
        final void awaitClosed(Interleaving threads) {
            device.release();
            threads.await("the close of the files", () -> device.isClosed());
            assertThat(counted.openFiles()).isZero();
        }
    }

    static class HungWrite extends JournalScenario {
        @Override
        public void run(Interleaving threads) throws Exception {
            start(threads);
            device.hold(threads.random(2) == 0 ? "write" : "force");
            startWriters(threads, 3, this::writeFails);
            threads.join();
            journal.close();
            assertThat(device.waiting()).isEqualTo(1);
            assertThat(device.isClosed()).isFalse();
            int changes = device.changes();
            awaitClosed(threads);
            assertThat(device.changes() - changes).as("ends its write at most").isLessThanOrEqualTo(1);
            assertThat(journal.durable()).as("no record counts as durable").isEqualTo(1);
        }
    }

    /** One thread requests the commits of several records, and another waits for each. */
    static class RequestedCommits extends JournalScenario {
        private static final int RECORDS = 3;
        private static final long DELAY_NANOS = 1_000_000;

        @Override
        JournalOptions options() {
            return JournalFixture.SMALL.withGroupCommitDelay(true);
        }

        @Override
        public void run(Interleaving threads) throws Exception {
            start(threads);
            AtomicLongArray sequences = new AtomicLongArray(RECORDS);
            AtomicIntegerArray committed = new AtomicIntegerArray(RECORDS);
            startWriters(threads, 1, () -> {
                for (int i = 0; i < RECORDS; i++) {
                    int me = i;
                    long sequence = journal.append("key", 1, JournalFixture.text("requested"));
                    LockSupport.parkNanos(threads.random(2) * DELAY_NANOS);
                    journal.request(sequence, () -> {
                        LockSupport.parkNanos(DELAY_NANOS);
                        committed.incrementAndGet(me);
                    });
                    sequences.set(i, sequence);
                }
            });
            startWriters(threads, 2, () -> {
                for (int i = 0; i < RECORDS; i++) {
                    write("other");
                }
            });
            for (int i = 0; i < RECORDS; i++) {
                int me = i;
                threads.start("waiter " + i, () -> {
                    threads.await("the record", () -> sequences.get(me) > 0);
                    journal.await(sequences.get(me));
                    assertThat(committed.get(me)).as("commits of record %s", me).isEqualTo(1);
                });
            }
            threads.join();
            for (int i = 0; i < RECORDS; i++) {
                assertThat(committed.get(i)).isEqualTo(1);
            }
            assertThat(journal.statistics().syncs()).isLessThanOrEqualTo(3 * RECORDS);
            journal.close();
        }
    }

    /** The disk responds at about the time at which the writers fail. */
    static class LateResponse extends JournalScenario {
        @Override
        public void run(Interleaving threads) throws Exception {
            start(threads);
            device.hold("force");
            List<Long> written = new ArrayList<>();
            startWriters(threads, 2, () -> {
                try {
                    long sequence = write("late");
                    synchronized (written) {
                        written.add(sequence);
                    }
                } catch (JournalFailedException e) {
                    assertThat(notified).hasValue(1);
                }
            });
            threads.start("disk", () -> {
                LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(20));
                device.release();
            });
            threads.join();
            journal.abandon();
            awaitClosed(threads);
            assertThat(JournalFixture.replayed(disk).size()).isGreaterThanOrEqualTo(written.size());
            assertThat(written).allMatch(sequence -> sequence <= journal.durable());
        }
    }

    static class FullBuffer extends JournalScenario {
        @Override
        public void run(Interleaving threads) throws Exception {
            start(threads);
            device.hold("force");
            startWriters(threads, 2, () -> {
                assertThatThrownBy(() -> {
                            while (true) {
                                journal.appendAlways("key", 1, ByteBuffer.allocate(4_000));
                            }
                        })
                        .isInstanceOf(JournalFailedException.class);
                assertThat(notified).hasValue(1);
            });
            threads.join();
            journal.abandon();
            awaitClosed(threads);
        }
    }

    static class CloseDuringAHang extends JournalScenario {
        @Override
        public void run(Interleaving threads) throws Exception {
            start(threads);
            journal.append("key", 1, JournalFixture.text("not yet written"));
            device.hold("force");
            startWriters(threads, 1, this::writeFails);
            threads.start("close", () -> assertThatThrownBy(() -> journal.close())
                    .isInstanceOf(JournalFailedException.class));
            threads.join();
            assertThat(notified).hasValue(1);
            awaitClosed(threads);
        }
    }

    static class AbandonDuringAHang extends JournalScenario {
        @Override
        public void run(Interleaving threads) throws Exception {
            start(threads);
            device.hold("force");
            startWriters(threads, 2, () -> assertThatThrownBy(() -> write("unknown"))
                    .isInstanceOf(JournalFailedException.class));
            threads.await("a held fsync", () -> device.waiting() == 1);
            journal.abandon();
            threads.join();
            assertThat(device.isClosed()).isFalse();
            awaitClosed(threads);
        }
    }

    static class HungClose extends JournalScenario {
        @Override
        public void run(Interleaving threads) throws Exception {
            start(threads);
            write("checkpointed");
            device.hold("close");
            journal.close();
            assertThat(device.waiting()).isEqualTo(1);
            assertThat(notified).hasValue(0);
            awaitClosed(threads);
            assertThat(JournalFixture.replayed(disk)).isEmpty();
        }
    }

    /** Two commits take less than the timeout, so the journal never fails. */
    static class SlowDisk extends JournalScenario {
        @Override
        JournalOptions options() {
            return JournalFixture.SMALL.withGroupCommitDelay(true).withSyncTimeout(Duration.ofSeconds(20));
        }

        @Override
        public void run(Interleaving threads) throws Exception {
            start(threads);
            device.delayFsyncs(TimeUnit.SECONDS.toNanos(9));
            startWriters(threads, 3, () -> {
                for (int i = 0; i < 3; i++) {
                    write("slow " + i);
                }
            });
            threads.join();
            assertThat(notified).hasValue(0);
            journal.close();
            assertThat(JournalFixture.replayed(disk)).isEmpty();
        }
    }

    /** One call of the device fails, while writers fill segments, the owner makes them durable, and the journal is closed. */
    static class FailureDuringCheckpoints extends JournalScenario {
        @Override
        FaultyDevice counted(Interleaving threads) {
            FaultyDevice.Fault[] all = FaultyDevice.Fault.values();
            return new FaultyDevice(
                    disk, 20 + threads.random(100), all[threads.random(all.length)], threads.random(2) == 0);
        }

        @Override
        public void run(Interleaving threads) throws Exception {
            List<Long> written = new ArrayList<>();
            try {
                start(threads);
                startWriters(threads, 2, () -> writeMany(written));
                threads.join();
                journal.close();
            } catch (IOException | IllegalStateException | OutOfMemoryError e) {
                assertThat(e.getMessage()).contains("injected");
            }
            Set<Long> sequences = new HashSet<>(written);
            Journal<String> again = Journal.open(disk, JournalFixture.SMALL);
            Replayed replayed = again.replay(record -> sequences.remove(record.sequence()));
            long elsewhere = owner.durable.isEmpty() ? 0 : owner.durable.get(owner.durable.size() - 1);
            assertThat(sequences).allMatch(sequence -> sequence <= elsewhere);
            assertThat(replayed.missing()).isEmpty();
        }

        private void writeMany(List<Long> written) throws IOException {
            try {
                for (int i = 0; i < 12; i++) {
                    long sequence = journal.appendAlways("key", 1, ByteBuffer.allocate(7_000));
                    journal.sync(sequence);
                    synchronized (written) {
                        written.add(sequence);
                    }
                }
            } catch (JournalFailedException e) {
                assertThat(notified).hasValue(1);
            }
        }
    }

    /** The creation of a larger segment does not end; commits, checkpoints and the close do not need it. */
    static class HungCreation extends JournalScenario {
        @Override
        JournalOptions options() {
            return JournalFixture.SMALL
                    .withLayout(3, 64 << 10, 128 << 10, 16 << 10)
                    .withSegmentFillTime(Duration.ofHours(1));
        }

        @Override
        public void run(Interleaving threads) throws Exception {
            start(threads);
            device.hold("create");
            startWriters(threads, 2, () -> {
                for (int i = 0; i < 20; i++) {
                    journal.sync(journal.appendAlways("key", 1, ByteBuffer.allocate(7_000)));
                }
            });
            threads.join();
            threads.await("the creation of a segment", () -> device.waiting() == 1);
            assertThat(journal.statistics().checkpoints()).isPositive();
            journal.close();
            assertThat(device.isClosed()).isFalse();
            assertThat(notified).hasValue(0);
            awaitClosed(threads);
            assertThat(JournalFixture.replayed(disk)).isEmpty();
        }
    }

    /** No segment can be created while the owner makes records durable: writers wait for it, and the journal does not fail. */
    static class FullDisk extends JournalScenario {
        private final CountDownLatch proceed = new CountDownLatch(1);

        @Override
        JournalFixture.Owner owner() {
            return new JournalFixture.Owner() {
                @Override
                public void makeDurable(Set<String> keys, long sequence, Pace pace) throws IOException {
                    try {
                        proceed.await();
                    } catch (InterruptedException e) {
                        throw new IOException(e);
                    }
                    super.makeDurable(keys, sequence, pace);
                }

                @Override
                public void forgotten(long sequence) {
                    onForgotten();
                }
            };
        }

        void onForgotten() {}

        long append() throws IOException {
            return journal.appendAlways("key", 1, ByteBuffer.allocate(7_000));
        }

        @Override
        public void run(Interleaving threads) throws Exception {
            start(threads);
            disk.space(0);
            AtomicInteger written = new AtomicInteger();
            startWriters(threads, 2, () -> {
                for (int i = 0; i < 40; i++) {
                    journal.sync(append());
                    written.incrementAndGet();
                }
            });
            threads.start("owner", () -> {
                LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(15));
                proceed.countDown();
            });
            threads.join();
            assertThat(written).hasValue(80);
            assertThat(notified).hasValue(0);
            assertThat(journal.statistics().emergencySegments()).isZero();
            journal.close();
            assertThat(JournalFixture.replayed(disk)).isEmpty();
        }
    }

    /** As above; the owner needs a lock that writers hold while they append, such as that of a replica. */
    static class FullDiskWithLock extends FullDisk {
        private final Object replica = new Object();

        @Override
        void onForgotten() {
            synchronized (replica) {
                assertThat(notified).hasValue(0);
            }
        }

        @Override
        long append() throws IOException {
            synchronized (replica) {
                return super.append();
            }
        }
    }

    /** The owner cannot make records durable, and the disk is full: writers do not wait forever. */
    static class FullDiskWithoutCheckpoint extends JournalScenario {
        @Override
        JournalFixture.Owner owner() {
            return new JournalFixture.Owner() {
                @Override
                public void makeDurable(Set<String> keys, long sequence, Pace pace) throws IOException {
                    throw new IOException("input/output error of the other disk");
                }
            };
        }

        @Override
        JournalOptions options() {
            return JournalFixture.SMALL.withLinger(Duration.ofSeconds(1));
        }

        @Override
        public void run(Interleaving threads) throws Exception {
            start(threads);
            disk.space(0);
            boolean waits = threads.random(2) == 0;
            startWriters(threads, 2, () -> assertThatThrownBy(() -> {
                        while (true) {
                            long sequence = journal.appendAlways("key", 1, ByteBuffer.allocate(7_000));
                            if (waits) {
                                journal.sync(sequence);
                            } else {
                                LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(2));
                            }
                        }
                    })
                    .isInstanceOf(JournalFailedException.class)
                    .hasMessageContaining("no segment is free; last failure of a new segment: no space left"));
            threads.join();
            assertThat(notified).hasValue(1);
            assertThat(JournalFixture.replayed(disk)).isNotEmpty();
        }
    }

    @Test
    void creationOfSegmentsDelaysNeitherCommitsNorTheClose() {
        Interleaving.explore(HungCreation.class, SEED, COUNT / 3);
    }

    @Test
    void fullDiskDelaysWritersUntilACheckpoint() {
        Interleaving.explore(FullDisk.class, SEED, COUNT / 5);
        Interleaving.explore(FullDiskWithLock.class, SEED, COUNT / 5);
        Interleaving.explore(FullDiskWithoutCheckpoint.class, SEED, COUNT / 5);
    }

    @Test
    void requestedCommitsAreAnnouncedOnceAndBeforeTheirWaitsEnd() {
        Interleaving.explore(RequestedCommits.class, SEED, COUNT);
    }

    @Test
    void syncsFailIfTheDiskDoesNotRespond() {
        Interleaving.explore(HungWrite.class, SEED, COUNT);
        Interleaving.explore(LateResponse.class, SEED, COUNT);
    }

    @Test
    void appendsFailIfTheDiskDoesNotRespond() {
        Interleaving.explore(FullBuffer.class, SEED, COUNT);
    }

    @Test
    void closeAndAbandonDoNotWaitForTheDisk() {
        Interleaving.explore(CloseDuringAHang.class, SEED, COUNT);
        Interleaving.explore(AbandonDuringAHang.class, SEED, COUNT);
        Interleaving.explore(HungClose.class, SEED, COUNT);
    }

    @Test
    void slowDiskDoesNotFailTheJournal() {
        Interleaving.explore(SlowDisk.class, SEED, COUNT);
    }

    @Test
    void failureDuringCheckpointsLosesNoRecordAndHangsNoThread() {
        Interleaving.explore(FailureDuringCheckpoints.class, SEED, COUNT);
    }
}
