package org.underbase.combinedlog.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Failures of the device, of the owner and of the memory, in any thread of a journal: no thread waits forever, no acknowledged
 * record is lost, and no sequence is missing.
 */
@Timeout(600)
class JournalFailureTest {
    private static final long SEED = 20_261_125;
    private static final int WRITERS = 3;
    private static final int EACH = 9;
    private static final int BYTES = 6_000;

    private final ExecutorService pool = Executors.newCachedThreadPool();

    @AfterEach
    void stop() throws InterruptedException {
        pool.shutdownNow();
        assertThat(pool.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    }

    /** Owner that stores the last sequence whose content it made durable elsewhere. */
    private static final class Elsewhere implements Checkpointer<String> {
        private final AtomicLong durable = new AtomicLong();

        @Override
        public void makeDurable(Set<String> keys, long sequence, Pace pace) {
            durable.accumulateAndGet(sequence, Math::max);
        }

        @Override
        public void forgotten(long sequence) {
            assertThat(durable.get()).isGreaterThanOrEqualTo(sequence);
        }
    }

    /** Life of one journal on a device that fails once. */
    private final class Life {
        private final SimulatedDisk disk = new SimulatedDisk(new PowerSupply());
        private final FaultyDevice device;
        private final String name;
        private final Elsewhere owner = new Elsewhere();
        private final Map<Long, ByteBuffer> acknowledged = new ConcurrentHashMap<>();
        private final AtomicInteger notified = new AtomicInteger();

        Life(int failing, FaultyDevice.Fault fault, boolean afterEffect) {
            device = new FaultyDevice(disk, failing, fault, afterEffect);
            name = fault + " at call " + failing + (afterEffect ? ", after its effect" : "");
        }

        /** Returns whether the device failed. */
        boolean run() throws Exception {
            try {
                Journal<String> journal = Journal.open(device, JournalFixture.SMALL);
                try {
                    journal.start(owner, failure -> notified.incrementAndGet());
                    write(journal);
                } finally {
                    journal.close();
                }
            } catch (IOException | IllegalStateException | OutOfMemoryError e) {
                assertThat(device.failed()).as(name).isTrue();
            }
            assertThat(device.openFiles()).as(name).isZero();
            verify();
            return device.failed();
        }

        private void write(Journal<String> journal) throws InterruptedException {
            List<Future<?>> writers = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                String key = "key " + i;
                writers.add(pool.submit(() -> {
                    for (int j = 0; j < EACH; j++) {
                        ByteBuffer payload = ByteBuffer.allocate(BYTES).putInt(0, key.hashCode() + j);
                        long sequence = journal.appendAlways(key, 1, payload);
                        journal.sync(sequence);
                        acknowledged.put(sequence, payload);
                    }
                    return null;
                }));
            }
            for (Future<?> writer : writers) {
                try {
                    writer.get();
                } catch (ExecutionException e) {
                    assertThat(e).as(name).hasCauseInstanceOf(JournalFailedException.class);
                    assertThat(notified).as(name).hasValue(1);
                }
            }
        }

        private void verify() throws IOException {
            disk.losePower(new Random(SEED));
            Map<Long, ByteBuffer> found = new TreeMap<>();
            Journal<String> again = Journal.open(disk, JournalFixture.SMALL);
            Replayed replayed = again.replay(record -> found.put(record.sequence(), record.payload()));
            again.abandon();
            assertThat(replayed.missing()).as(name).isEmpty();
            acknowledged.forEach((sequence, payload) -> {
                if (sequence > owner.durable.get()) {
                    assertThat(found.get(sequence))
                            .as("%s: record %d", name, sequence)
                            .isEqualTo(payload);
                }
            });
        }
    }

    @ParameterizedTest
    @EnumSource(FaultyDevice.Fault.class)
    void failureOfAnyDeviceCallLosesNoAcknowledgedRecordAndHangsNoThread(FaultyDevice.Fault fault) throws Exception {
        for (boolean afterEffect : List.of(false, true)) {
            int call = 1;
            while (new Life(call, fault, afterEffect).run()) {
                call++;
            }
            assertThat(call).as("calls of the device").isGreaterThan(2 * EACH);
        }
    }

    /** Batch that cannot allocate memory for one record. */
    private static final class FullBatch extends Batch<String> {
        private final AtomicBoolean full;

        FullBatch(AtomicBoolean full) {
            super(JournalFixture.SMALL.bufferBytes());
            this.full = full;
        }

        @Override
        void add(String key, int type, long sequence, int length, ByteBuffer... payload) {
            if (full.getAndSet(false)) {
                throw new OutOfMemoryError("injected error");
            }
            super.add(key, type, sequence, length, payload);
        }
    }

    @Test
    void appendWithoutMemoryLeavesNoSequenceUnused() throws IOException {
        SimulatedDisk disk = new SimulatedDisk(new PowerSupply());
        UUID id = JournalId.of(disk);
        List<JournalScan.Found> none = List.of();
        JournalScan scan = JournalScan.of(none, Optional.empty());
        JournalState state = new JournalState("test");
        AtomicBoolean full = new AtomicBoolean();
        SegmentRing<String> ring = new SegmentRing<>(disk, JournalFixture.SMALL, id, none, scan);
        Counters counters = new Counters();
        Committer<String> committer = new Committer<>(
                JournalFixture.SMALL,
                ring,
                state,
                new JournalThreads(state),
                counters,
                new SegmentSupply<>(JournalFixture.SMALL, ring, state, counters, "test"),
                scan.lastSequence(),
                () -> new FullBatch(full));
        committer.start();
        assertThat(committer.append("key", 1, false, JournalFixture.text("one writer")))
                .isEqualTo(2);
        full.set(true);
        assertThatThrownBy(() -> committer.append("key", 1, false, JournalFixture.text("another writer")))
                .isInstanceOf(OutOfMemoryError.class);
        assertThat(committer.append("key", 1, false, JournalFixture.text("a third writer")))
                .isEqualTo(3);
        assertThat(committer.step()).isTrue();

        assertThat(JournalFixture.replayed(disk)).containsExactly("2 one writer", "3 a third writer");
        assertThat(Journal.open(disk, JournalFixture.SMALL).missing()).isEmpty();
    }

    @Test
    void failedAddLeavesTheBatchUnchanged() {
        Batch<String> batch = new Batch<>(16 << 10);
        ByteBuffer payload = JournalFixture.text("complete");
        int length = RecordCodec.length(payload);
        for (int sequence = 1; sequence <= 100; sequence++) {
            int bytes = batch.bytes();
            int next = sequence;
            assertThatThrownBy(() -> batch.add("lost", 1, next, length, payload, null))
                    .isInstanceOf(NullPointerException.class);
            assertThat(batch.bytes()).isEqualTo(bytes);
            assertThat(batch.lastSequence()).isEqualTo(sequence - 1);
            batch.add("kept", 1, sequence, length, payload);
        }
        assertThat(batch.keys()).hasSize(100).containsOnly("kept");
        ByteBuffer sealed = batch.seal(1, 2);
        for (int sequence = 1; sequence <= 100; sequence++) {
            ByteBuffer record = sealed.slice(sealed.position(), length);
            assertThat(RecordCodec.isValid(record, 2)).isTrue();
            assertThat(RecordCodec.decode(record)).isEqualTo(new JournalRecord(sequence, 1, payload));
            sealed.position(sealed.position() + RecordCodec.padded(length));
        }
    }

    private static JournalDevice healthy() {
        return new FaultyDevice(new SimulatedDisk(new PowerSupply()), Integer.MAX_VALUE, FaultyDevice.Fault.IO, false);
    }

    /** Appends until the journal fails. */
    private static void appendUntilFailure(Journal<String> journal) {
        assertThatThrownBy(() -> {
                    while (true) {
                        journal.sync(journal.appendAlways("key", 1, ByteBuffer.allocate(BYTES)));
                    }
                })
                .isInstanceOf(JournalFailedException.class)
                .hasMessageContaining("injected error");
    }

    private static JournalFixture.Owner failingOwner(Supplier<? extends Error> error) {
        return new JournalFixture.Owner() {
            @Override
            public void makeDurable(Set<String> keys, long sequence, Pace pace) {
                throw error.get();
            }
        };
    }

    @Test
    void errorOfTheOwnerFailsTheJournal() throws IOException {
        AtomicInteger notified = new AtomicInteger();
        Journal<String> journal = Journal.open(healthy(), JournalFixture.SMALL);
        journal.start(
                failingOwner(() -> new OutOfMemoryError("injected error")), failure -> notified.incrementAndGet());
        appendUntilFailure(journal);
        assertThat(notified).hasValue(1);
        journal.close();
    }

    @Test
    void errorInTheCreationOfASegmentFailsTheJournal() throws IOException {
        AtomicInteger notified = new AtomicInteger();
        AtomicBoolean full = new AtomicBoolean();
        JournalDevice device = new WrappedDevice(new SimulatedDisk(new PowerSupply())) {
            @Override
            synchronized <T> T call(String name, Call<T> effect) throws IOException {
                if (full.get() && name.equals("create")) {
                    throw new OutOfMemoryError("injected error");
                }
                return effect.run();
            }
        };
        Journal<String> journal = Journal.open(device, JournalFixture.SMALL);
        JournalFixture.Owner failing = new JournalFixture.Owner() {
            @Override
            public void makeDurable(Set<String> keys, long sequence, Pace pace) throws IOException {
                throw new IOException("no checkpoint frees a segment");
            }
        };
        journal.start(failing, failure -> notified.incrementAndGet());
        full.set(true);
        appendUntilFailure(journal);
        assertThat(notified).hasValue(1);
        journal.close();
    }

    @Test
    void failedNotificationOfTheOwnerHangsNoThread() throws IOException {
        AtomicInteger notified = new AtomicInteger();
        Journal<String> journal = Journal.open(healthy(), JournalFixture.SMALL);
        journal.start(failingOwner(() -> new StackOverflowError("injected error")), failure -> {
            notified.incrementAndGet();
            throw new OutOfMemoryError("during the notification");
        });
        appendUntilFailure(journal);
        assertThat(notified).hasValue(1);
        journal.close();
    }
}
