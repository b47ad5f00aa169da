package org.underbase.combinedlog.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Life cycle of segments, from creation to reuse, step by step. */
class SegmentLifeTest {
    /** A segment has 16 pages: one for the header, one per commit. */
    private static final int COMMITS_PER_SEGMENT = 15;

    private final PowerSupply power = new PowerSupply();
    private final SimulatedDisk disk = new SimulatedDisk(power);
    private final JournalFixture.Owner owner = new JournalFixture.Owner();

    private Journal<String> started(JournalOptions options, Checkpointer<String> checkpointer) throws IOException {
        Journal<String> journal = Journal.open(disk, options);
        SteppedJournal.start(journal, checkpointer);
        return journal;
    }

    private Journal<String> started() throws IOException {
        return started(JournalFixture.SMALL, owner);
    }

    private static void commit(Journal<String> journal, String text) throws IOException {
        journal.appendAlways("key", 1, JournalFixture.text(text));
        assertThat(SteppedJournal.commit(journal)).isTrue();
    }

    private static void fill(Journal<String> journal, int commits) throws IOException {
        for (int i = 0; i < commits; i++) {
            commit(journal, "filling " + i);
        }
    }

    @Test
    void isEmptyWhenNew() throws IOException {
        Journal<String> journal = Journal.open(disk, JournalFixture.SMALL);
        assertThat(journal.empty()).isTrue();
        assertThat(journal.durable()).isZero();
        assertThat(journal.replay(record -> {})).isEqualTo(new Replayed(0, 0, 0, List.of()));
    }

    @Test
    void closeDiscardsRecordsThatTheOwnerAppendsDuringTheClose() throws IOException {
        Journal<?>[] self = new Journal<?>[1];
        JournalFixture.Owner appending = new JournalFixture.Owner() {
            @Override
            @SuppressWarnings("unchecked") // The journal of this test.
            public void makeDurable(Set<String> keys, long sequence, Pace pace) throws IOException {
                assertThat(keys).containsExactly("key");
                ((Journal<String>) self[0]).appendAlways("key", 1, JournalFixture.text("the last chunk"));
            }
        };
        Journal<String> journal = started(JournalFixture.SMALL, appending);
        self[0] = journal;
        commit(journal, "durable elsewhere");
        journal.close();

        Journal<String> again = Journal.open(disk, JournalFixture.SMALL);
        assertThat(again.empty()).isTrue();
        assertThat(again.replay(record -> {}).records()).isZero();
        assertThat(appending.forgotten).isEqualTo(3);
    }

    @Test
    void closeMakesUncommittedRecordsDurableElsewhere() throws IOException {
        Journal<String> journal = started();
        journal.append("key", 1, JournalFixture.text("not yet written"));
        journal.close();
        assertThat(owner.durable).containsExactly(2L);
        assertThat(JournalFixture.replayed(disk)).isEmpty();
    }

    @Test
    void failedCloseKeepsTheRecords() throws IOException {
        Journal<String> journal = started(JournalFixture.SMALL, new JournalFixture.Owner() {
            @Override
            public void makeDurable(Set<String> keys, long sequence, Pace pace) throws IOException {
                throw new IOException("input/output error of the other disk");
            }
        });
        commit(journal, "precious");
        assertThatThrownBy(journal::close).hasMessage("input/output error of the other disk");
        assertThat(JournalFixture.replayed(disk)).containsExactly("2 precious");
    }

    @Test
    void recordsOfAnEarlierUseAreNotReplayedAfterASegmentIsReused() throws IOException {
        Journal<String> journal = started();
        for (int round = 0; round < 5; round++) {
            fill(journal, COMMITS_PER_SEGMENT);
            assertThat(SteppedJournal.checkpoint(journal)).isTrue();
            assertThat(journal.statistics().segments()).isEqualTo(3);
        }
        commit(journal, "last");
        long durable = owner.forgotten;
        assertThat(journal.statistics().checkpoints()).isGreaterThanOrEqualTo(4);
        assertThat(journal.statistics().emergencySegments()).isZero();
        journal.abandon();
        List<String> replayed = JournalFixture.replayed(disk);
        assertThat(replayed).last().asString().endsWith("last");
        assertThat(replayed).allSatisfy(each -> assertThat(Long.parseLong(each.substring(0, each.indexOf(' '))))
                .isGreaterThan(durable));
    }

    @Test
    void startDiscardsReplayedRecords() throws IOException {
        Journal<String> journal = started();
        fill(journal, 2 * COMMITS_PER_SEGMENT);
        journal.abandon();
        assertThat(JournalFixture.replayed(disk)).hasSize(2 * COMMITS_PER_SEGMENT);
        Journal<String> next = started();
        commit(next, "of the second start");
        next.abandon();
        assertThat(JournalFixture.replayed(disk)).containsExactly(2 * COMMITS_PER_SEGMENT + 3 + " of the second start");
    }

    /** An interrupted start may lose the oldest segment, and no other. */
    @Test
    void powerFailureDuringAStartLosesAtMostTheOldestSegment() throws IOException {
        for (long seed = 0; seed < 60; seed++) {
            PowerSupply supply = new PowerSupply();
            SimulatedDisk own = new SimulatedDisk(supply);
            Journal<String> journal = Journal.open(own, JournalFixture.SMALL);
            SteppedJournal.start(journal, owner);
            fill(journal, 2 * COMMITS_PER_SEGMENT);
            journal.abandon();
            List<String> all = JournalFixture.replayed(own);
            Random random = new Random(seed);
            Journal<String> next = Journal.open(own, JournalFixture.SMALL);
            supply.failAfter(random.nextInt(3));
            try {
                SteppedJournal.start(next, owner);
            } catch (PowerFailure e) {
                assertThat(e).hasMessage("power failure");
            }
            supply.restore();
            own.losePower(random);
            List<String> left = JournalFixture.replayed(own);
            assertThat(all).as("seed %d", seed).endsWith(left.toArray(String[]::new));
            assertThat(left.size()).as("seed %d", seed).isIn(0, all.size() - COMMITS_PER_SEGMENT + 1, all.size());
        }
    }

    @Test
    void fullJournalRejectsAppendsAndCreatesAnEmergencySegmentForReservedRecords() throws IOException {
        Journal<String> journal = started();
        fill(journal, 2 * COMMITS_PER_SEGMENT);
        assertThat(journal.statistics().freeSegments()).isZero();
        journal.append("key", 1, JournalFixture.text("half of the last segment accepts appends"));
        fill(journal, COMMITS_PER_SEGMENT / 2);
        assertThatThrownBy(() -> journal.append("key", 1, JournalFixture.text("too many")))
                .isInstanceOf(JournalFullException.class)
                .hasMessageContaining("no free segment");
        assertThat(journal.statistics().rejected()).isEqualTo(1);
        fill(journal, COMMITS_PER_SEGMENT);
        assertThat(journal.statistics().emergencySegments()).isEqualTo(1);
        assertThat(journal.statistics().segments()).isEqualTo(4);

        while (SteppedJournal.checkpoint(journal)) {
            assertThat(journal.working()).isTrue();
        }
        assertThat(journal.statistics().segments()).isEqualTo(3);
        journal.append("key", 1, JournalFixture.text("accepted again"));
        journal.close();
    }

    /** The end of the last segment is reserved for the records of a checkpoint. */
    @Test
    void fullDiskDelaysReservedRecordsUntilACheckpointAndDoesNotFailTheJournal() throws IOException {
        Journal<String> journal = started();
        disk.space(0);
        int committed = 0;
        do {
            journal.appendAlways("key", 1, JournalFixture.text("reserved " + committed++));
        } while (SteppedJournal.commit(journal));
        assertThat(committed).isBetween(2 * COMMITS_PER_SEGMENT + COMMITS_PER_SEGMENT / 2, 3 * COMMITS_PER_SEGMENT);
        assertThat(journal.working()).isTrue();
        assertThat(JournalFixture.replayed(disk)).hasSize(committed - 1);

        assertThat(SteppedJournal.checkpoint(journal)).isTrue();
        assertThat(journal.durable())
                .as("the checkpoint and the delayed record")
                .isEqualTo(committed + 2);
        assertThat(journal.statistics().emergencySegments()).isZero();
        assertThat(journal.statistics().freeSegments()).isEqualTo(1);
        fill(journal, COMMITS_PER_SEGMENT / 2);
        journal.close();
        assertThat(JournalFixture.replayed(disk)).isEmpty();
    }

    /** Device on which all calls of some methods fail. */
    private final class FailingDevice extends WrappedDevice {
        private final Set<String> failing = new HashSet<>();
        private final List<String> created = new ArrayList<>();

        FailingDevice() {
            super(disk);
        }

        @Override
        <T> T call(String name, Call<T> effect) throws IOException {
            if (failing.contains(name)) {
                throw new IOException("input/output error");
            }
            return effect.run();
        }

        @Override
        public JournalFile create(String name, long size, LongConsumer rest) throws IOException {
            created.add(name);
            return super.create(name, size, rest);
        }

        long segmentFiles() throws IOException {
            return list().stream().filter(name -> Segment.number(name) >= 0).count();
        }
    }

    private Journal<String> startedOn(FailingDevice device) throws IOException {
        Journal<String> journal = Journal.open(device, JournalFixture.SMALL);
        SteppedJournal.start(journal, owner);
        return journal;
    }

    private static void commitUntilEmergency(Journal<String> journal, int segments) throws IOException {
        for (int i = 0; journal.statistics().emergencySegments() < segments; i++) {
            assertThat(i).as("commits").isLessThan(4 * COMMITS_PER_SEGMENT);
            commit(journal, "until an emergency");
        }
    }

    @Test
    void deletionOfASegmentIsRepeatedAndDelaysNoEmergencySegment() throws IOException {
        FailingDevice device = new FailingDevice();
        Journal<String> journal = startedOn(device);
        commitUntilEmergency(journal, 1);
        device.failing.add("delete");
        while (SteppedJournal.checkpoint(journal)) {
            assertThat(journal.working()).isTrue();
        }
        assertThat(journal.statistics().segments()).isEqualTo(3);
        assertThat(device.segmentFiles()).isEqualTo(4);

        commitUntilEmergency(journal, 2);
        assertThat(device.segmentFiles()).isEqualTo(5);

        device.failing.clear();
        commit(journal, "deletes the retired segment");
        assertThat(device.segmentFiles())
                .isEqualTo(journal.statistics().segments())
                .isEqualTo(4);
        journal.close();
    }

    @Test
    void repeatedFailureOfANewSegmentHasOneName() throws IOException {
        FailingDevice device = new FailingDevice();
        Journal<String> journal = startedOn(device);
        device.created.clear();
        device.failing.add("create");
        do {
            journal.appendAlways("key", 1, JournalFixture.text("reserved"));
        } while (SteppedJournal.commit(journal));
        assertThat(device.created).hasSizeGreaterThan(1);
        assertThat(Set.copyOf(device.created)).hasSize(1);

        device.failing.clear();
        assertThat(SteppedJournal.commit(journal)).isTrue();
        assertThat(journal.statistics().emergencySegments()).isEqualTo(1);
        assertThat(device.list()).contains(device.created.get(0));
        journal.close();
    }

    @Test
    void startFailsWithoutSpaceForOneSegment() throws IOException {
        disk.space(64 << 10);
        Journal<String> journal = Journal.open(disk, JournalFixture.SMALL);
        assertThatThrownBy(() -> SteppedJournal.start(journal, owner)).hasMessageContaining("no space left");
    }

    @Test
    void failedCheckpointIsRepeatedAndItsSegmentIsNotReused() throws IOException {
        int[] failures = {2};
        Journal<String> journal = started(JournalFixture.SMALL, new JournalFixture.Owner() {
            @Override
            public void makeDurable(Set<String> keys, long sequence, Pace pace) throws IOException {
                if (failures[0]-- > 0) {
                    throw new IOException("try again");
                }
            }
        });
        fill(journal, COMMITS_PER_SEGMENT);
        assertThat(journal.lastCheckpointFailure()).isEmpty();
        assertThat(SteppedJournal.checkpoint(journal)).isFalse();
        assertThat(SteppedJournal.checkpoint(journal)).isFalse();
        assertThat(journal.lastCheckpointFailure()).isEqualTo("try again");
        assertThat(journal.statistics().freeSegments()).isEqualTo(1);
        assertThat(JournalFixture.replayed(disk)).hasSize(COMMITS_PER_SEGMENT);
        assertThat(SteppedJournal.checkpoint(journal)).isTrue();
        assertThat(journal.statistics().freeSegments()).isEqualTo(2);
        assertThat(journal.statistics().checkpointFailures()).isEqualTo(2);
        assertThat(journal.statistics().checkpoints()).isEqualTo(1);
    }

    @Test
    void segmentsThatFillTooFastAreReplacedByLargerOnes() throws IOException {
        JournalOptions growing = JournalFixture.SMALL
                .withLayout(3, 64 << 10, 256 << 10, 16 << 10)
                .withSegmentFillTime(Duration.ofHours(1));
        Journal<String> journal = started(growing, owner);
        for (int i = 0; i < 600 && journal.statistics().segmentBytes() < 256 << 10; i++) {
            commit(journal, "growing");
            SteppedJournal.checkpoint(journal);
        }
        assertThat(journal.statistics().segmentBytes()).isEqualTo(256 << 10);
        assertThat(journal.statistics().segments()).isEqualTo(3);
        fill(journal, 200);
        journal.abandon();
        Journal<String> again = Journal.open(disk, growing);
        assertThat(again.replay(record -> {}).gaps()).isZero();
        SteppedJournal.start(again, owner);
        assertThat(again.statistics().segments()).isEqualTo(3);
    }

    @Test
    void startAppliesANewLayout() throws IOException {
        Journal<String> journal = started();
        fill(journal, 20);
        journal.abandon();
        Journal<String> larger = started(JournalFixture.SMALL.withSegments(5, 128 << 10), owner);
        assertThat(larger.statistics().segments()).isEqualTo(5);
        assertThat(larger.statistics().segmentBytes()).isEqualTo(128 << 10);
        larger.abandon();
        Journal<String> smaller = started();
        assertThat(smaller.statistics().segments()).isEqualTo(3);
        assertThat(smaller.statistics().segmentBytes()).isEqualTo(64 << 10);
    }

    @Test
    void openRejectsASegmentOfAnotherJournal() throws IOException {
        SimulatedDisk other = new SimulatedDisk(power);
        Journal<String> theirs = Journal.open(other, JournalFixture.SMALL);
        SteppedJournal.start(theirs, owner);
        started().abandon();
        JournalFile stray = disk.create("segment-99", 64 << 10, nanos -> {});
        stray.write(ByteBuffer.wrap(other.content("segment-1")), 0);
        assertThatThrownBy(() -> Journal.open(disk, JournalFixture.SMALL))
                .hasMessageContaining("segment-99 in simulated disk belongs to another journal: move it away");
    }

    @Test
    void openRejectsAnUnknownVersion() throws IOException {
        started().abandon();
        disk.content("segment-1")[11] = 3;
        disk.content("segment-1")[512 + 11] = 3;
        assertThatThrownBy(() -> Journal.open(disk, JournalFixture.SMALL)).isInstanceOf(UnknownVersionException.class);
        disk.content("segment-1")[11] = 2;
        disk.content("journal")[11] = 3;
        assertThatThrownBy(() -> Journal.open(disk, JournalFixture.SMALL))
                .isInstanceOf(UnknownVersionException.class)
                .hasMessageContaining("unsupported journal version 3: this release reads 2");
    }

    @Test
    void openRejectsSegmentsWithoutAJournalId() throws IOException {
        started().abandon();
        byte right = disk.content("journal")[20];
        disk.content("journal")[20] ^= 1;
        assertThatThrownBy(() -> Journal.open(disk, JournalFixture.SMALL)).hasMessageContaining("corrupt file journal");
        disk.content("journal")[20] = right;
        assertThat(Journal.open(disk, JournalFixture.SMALL).empty()).isTrue();
        disk.delete("journal");
        assertThatThrownBy(() -> Journal.open(disk, JournalFixture.SMALL)).hasMessageContaining("missing file journal");
    }

    @Test
    void openFinishesAnInterruptedDeletion() throws IOException {
        for (int steps = 0; steps < 8; steps++) {
            PowerSupply supply = new PowerSupply();
            SimulatedDisk own = new SimulatedDisk(supply);
            Journal<String> journal = Journal.open(own, JournalFixture.SMALL);
            SteppedJournal.start(journal, owner);
            fill(journal, 2 * COMMITS_PER_SEGMENT);
            journal.abandon();
            supply.failAfter(steps);
            boolean interrupted = false;
            try {
                JournalFiles.delete(own);
            } catch (PowerFailure e) {
                interrupted = true;
            }
            supply.restore();
            own.losePower(new Random(steps));
            int left = JournalFixture.replayed(own).size();
            assertThat(left).as("after %d steps", steps).isIn(steps < 2 ? List.of(0, 30) : List.of(0));
            assertThat(interrupted).isEqualTo(steps < 6);
        }
    }

    @Test
    void openRejectsALockedDirectory(@TempDir Path directory) throws IOException {
        try (DirectoryDevice first = DirectoryDevice.open(directory)) {
            assertThat(first.list()).isEmpty();
            assertThatThrownBy(() -> DirectoryDevice.open(directory)).hasMessageContaining("is in use");
        }
        DirectoryDevice.open(directory).close();
    }

    @Test
    void invalidArgumentsAreReportedInOneLine() throws IOException {
        Journal<String> journal = started();
        for (int type : new int[] {-1, 127, 128}) {
            assertThatThrownBy(() -> journal.append("key", type, JournalFixture.text("")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("invalid record type " + type + ": must be 0 to 126");
            assertThatThrownBy(() -> journal.appendAlways("key", type, JournalFixture.text("")))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        int longest = journal.longestRecord() - RecordCodec.HEADER;
        journal.append("key", 126, ByteBuffer.allocate(longest));
        assertThatThrownBy(() -> journal.append("key", 1, ByteBuffer.allocate(longest + 1)))
                .hasMessageContaining("use a larger buffer");
        assertThatThrownBy(() -> SteppedJournal.start(journal, owner)).isInstanceOf(IllegalStateException.class);
        List<Runnable> invalid = new ArrayList<>();
        invalid.add(() -> JournalFixture.SMALL.withSegments(2, 64 << 10));
        invalid.add(() -> JournalFixture.SMALL.withSegments(3, 100_000));
        invalid.add(() -> JournalFixture.SMALL.withBufferBytes(1 << 20));
        invalid.add(() -> JournalFixture.SMALL.withBufferBytes(1));
        invalid.add(() -> JournalFixture.SMALL.withSegmentWaitTimeout(Duration.ofMillis(-1)));
        invalid.forEach(each -> assertThatThrownBy(each::run).isInstanceOf(IllegalArgumentException.class));
    }

    /** A stale batch whose header was lost in a power failure must not be read as one of the next use of its segment. */
    @Test
    void recordsWithoutTheirSegmentHeaderAreNeverReplayed() throws IOException {
        for (long seed = 0; seed < 100; seed++) {
            PowerSupply supply = new PowerSupply();
            SimulatedDisk own = new SimulatedDisk(supply);
            Random random = new Random(seed);
            Journal<String> journal = Journal.open(own, JournalFixture.SMALL);
            SteppedJournal.start(journal, owner);
            fill(journal, 3 * COMMITS_PER_SEGMENT - 1);
            while (SteppedJournal.checkpoint(journal)) {
                assertThat(journal.working()).isTrue();
            }
            int page = SegmentHeader.PAGE - RecordCodec.HEADER;
            while (journal.statistics().freeSegments() > 1) {
                fill(journal, 1);
            }
            fill(journal, COMMITS_PER_SEGMENT - 1);
            journal.append("key", 1, ByteBuffer.allocate(page));
            journal.append("key", 1, JournalFixture.text("never on disk"));
            supply.failAfter(2);
            try {
                SteppedJournal.commit(journal);
            } catch (PowerFailure e) {
                assertThat(e).hasMessage("power failure");
            }
            supply.restore();
            own.losePower(random);
            long seen = Journal.open(own, JournalFixture.SMALL).durable();
            Journal<String> next = Journal.open(own, JournalFixture.SMALL);
            SteppedJournal.start(next, owner);
            next.abandon();
            assertThat(JournalFixture.replayed(own))
                    .as("seed %d, after %d", seed, seen)
                    .isEmpty();
        }
    }
}
