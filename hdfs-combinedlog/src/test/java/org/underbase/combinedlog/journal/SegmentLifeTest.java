package org.underbase.combinedlog.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Segments from their making to their next use, step by step. */
class SegmentLifeTest {
    /** Fills what a commit takes: with three segments of 16 pages, the first commit takes one page of the first. */
    private static final int COMMITS_PER_SEGMENT = 15;

    private final PowerSupply power = new PowerSupply();
    private final SimulatedDisk disk = new SimulatedDisk(power);
    private final Writers.Owner owner = new Writers.Owner();

    private Journal<String> started(JournalOptions options, Checkpointer<String> checkpointer) throws IOException {
        Journal<String> journal = Journal.open(disk, options);
        Steps.start(journal, checkpointer);
        return journal;
    }

    private Journal<String> started() throws IOException {
        return started(Writers.SMALL, owner);
    }

    private static void commit(Journal<String> journal, String text) throws IOException {
        journal.appendAlways("key", 1, Writers.text(text));
        assertThat(Steps.commit(journal)).isTrue();
    }

    private static void fill(Journal<String> journal, int commits) throws IOException {
        for (int i = 0; i < commits; i++) {
            commit(journal, "filling " + i);
        }
    }

    @Test
    void aNewJournalIsEmpty() throws IOException {
        Journal<String> journal = Journal.open(disk, Writers.SMALL);
        assertThat(journal.empty()).isTrue();
        assertThat(journal.durable()).isZero();
        assertThat(journal.replay(record -> {})).isEqualTo(new Replayed(0, 0, 0, List.of()));
    }

    @Test
    void aCloseLeavesItEmptyAlsoOfWhatItsOwnerAppendedThen() throws IOException {
        Journal<?>[] self = new Journal<?>[1];
        Writers.Owner appending = new Writers.Owner() {
            @Override
            @SuppressWarnings("unchecked") // The journal of this test.
            public void makeDurable(Set<String> keys, long sequence, Pace pace) throws IOException {
                assertThat(keys).containsExactly("key");
                ((Journal<String>) self[0]).appendAlways("key", 1, Writers.text("the last chunk"));
            }
        };
        Journal<String> journal = started(Writers.SMALL, appending);
        self[0] = journal;
        commit(journal, "what becomes durable elsewhere");
        journal.close();

        Journal<String> again = Journal.open(disk, Writers.SMALL);
        assertThat(again.empty()).isTrue();
        assertThat(again.replay(record -> {}).records()).isZero();
        assertThat(appending.forgotten).isEqualTo(3);
    }

    @Test
    void whatWasAppendedAndNotCommittedIsDurableElsewhereAfterACloseToo() throws IOException {
        Journal<String> journal = started();
        journal.append("key", 1, Writers.text("not yet written"));
        journal.close();
        assertThat(owner.durable).containsExactly(2L);
        assertThat(Writers.told(disk)).isEmpty();
    }

    @Test
    void aCloseThatFailsKeepsTheRecords() throws IOException {
        Journal<String> journal = started(Writers.SMALL, new Writers.Owner() {
            @Override
            public void makeDurable(Set<String> keys, long sequence, Pace pace) throws IOException {
                throw new IOException("the other disk refuses");
            }
        });
        commit(journal, "precious");
        assertThatThrownBy(journal::close).hasMessage("the other disk refuses");
        assertThat(Writers.told(disk)).containsExactly("2 precious");
    }

    @Test
    void aSegmentIsUsedAgainAndNothingOfItsLastUseIsReplayed() throws IOException {
        Journal<String> journal = started();
        for (int round = 0; round < 5; round++) {
            fill(journal, COMMITS_PER_SEGMENT);
            assertThat(Steps.checkpoint(journal)).isTrue();
            assertThat(journal.statistics().segments()).isEqualTo(3);
        }
        commit(journal, "last");
        long durable = owner.forgotten;
        assertThat(journal.statistics().checkpoints()).isGreaterThanOrEqualTo(4);
        assertThat(journal.statistics().extraSegments()).isZero();
        journal.abandon();
        List<String> told = Writers.told(disk);
        assertThat(told).last().asString().endsWith("last");
        assertThat(told).allSatisfy(each -> assertThat(Long.parseLong(each.substring(0, each.indexOf(' '))))
                .isGreaterThan(durable));
    }

    @Test
    void aStartForgetsWhatWasReplayed() throws IOException {
        Journal<String> journal = started();
        fill(journal, 2 * COMMITS_PER_SEGMENT);
        journal.abandon();
        assertThat(Writers.told(disk)).hasSize(2 * COMMITS_PER_SEGMENT);
        Journal<String> next = started();
        commit(next, "of the second start");
        next.abandon();
        assertThat(Writers.told(disk)).containsExactly(2 * COMMITS_PER_SEGMENT + 3 + " of the second start");
    }

    /** The window in which a start may lose the oldest segment, and no other. */
    @Test
    void aStartThatIsCutOffLosesTheOldestSegmentsRecordsAtMost() throws IOException {
        for (long seed = 0; seed < 60; seed++) {
            PowerSupply supply = new PowerSupply();
            SimulatedDisk own = new SimulatedDisk(supply);
            Journal<String> journal = Journal.open(own, Writers.SMALL);
            Steps.start(journal, owner);
            fill(journal, 2 * COMMITS_PER_SEGMENT);
            journal.abandon();
            List<String> all = Writers.told(own);
            Random random = new Random(seed);
            Journal<String> next = Journal.open(own, Writers.SMALL);
            supply.cutAfter(random.nextInt(3));
            try {
                Steps.start(next, owner);
            } catch (PowerCut e) {
                assertThat(e).hasMessage("the power is cut");
            }
            supply.restore();
            own.cut(random);
            List<String> left = Writers.told(own);
            assertThat(all).as("seed %d", seed).endsWith(left.toArray(String[]::new));
            assertThat(left.size()).as("seed %d", seed).isIn(0, all.size() - COMMITS_PER_SEGMENT + 1, all.size());
        }
    }

    @Test
    void withoutRoomAnAppendIsRefusedAndARecordThatMustNotBeGetsASegmentMore() throws IOException {
        Journal<String> journal = started();
        fill(journal, 2 * COMMITS_PER_SEGMENT);
        assertThat(journal.statistics().freeSegments()).isZero();
        journal.append("key", 1, Writers.text("half of the last segment is for all"));
        fill(journal, COMMITS_PER_SEGMENT / 2);
        assertThatThrownBy(() -> journal.append("key", 1, Writers.text("too many")))
                .isInstanceOf(NoRoomException.class)
                .hasMessageContaining("no free segment");
        assertThat(journal.statistics().refused()).isEqualTo(1);
        fill(journal, COMMITS_PER_SEGMENT);
        assertThat(journal.statistics().extraSegments()).isEqualTo(1);
        assertThat(journal.statistics().segments()).isEqualTo(4);

        while (Steps.checkpoint(journal)) {
            assertThat(journal.working()).isTrue();
        }
        assertThat(journal.statistics().segments()).isEqualTo(3);
        journal.append("key", 1, Writers.text("room again"));
        journal.close();
    }

    @Test
    void withAFullDiskTheJournalFailsWhereItNeedsASegmentMore() throws IOException {
        Journal<String> journal = started();
        disk.room(0);
        fill(journal, 3 * COMMITS_PER_SEGMENT - 1);
        journal.appendAlways("key", 1, Writers.text("one more"));
        assertThat(Steps.commit(journal)).isFalse();
        assertThat(journal.working()).isFalse();
        assertThat(Writers.told(disk)).hasSize(3 * COMMITS_PER_SEGMENT - 1);
    }

    @Test
    void aDiskWithoutRoomForOneSegmentIsToldAtTheStart() throws IOException {
        disk.room(64 << 10);
        Journal<String> journal = Journal.open(disk, Writers.SMALL);
        assertThatThrownBy(() -> Steps.start(journal, owner)).hasMessageContaining("no space left");
    }

    @Test
    void aCheckpointThatFailsIsTriedAgainAndItsSegmentIsNotUsed() throws IOException {
        int[] failures = {2};
        Journal<String> journal = started(Writers.SMALL, new Writers.Owner() {
            @Override
            public void makeDurable(Set<String> keys, long sequence, Pace pace) throws IOException {
                if (failures[0]-- > 0) {
                    throw new IOException("try again");
                }
            }
        });
        fill(journal, COMMITS_PER_SEGMENT);
        assertThat(journal.lastCheckpointFailure()).isEmpty();
        assertThat(Steps.checkpoint(journal)).isFalse();
        assertThat(Steps.checkpoint(journal)).isFalse();
        assertThat(journal.lastCheckpointFailure()).isEqualTo("try again");
        assertThat(journal.statistics().freeSegments()).isEqualTo(1);
        assertThat(Writers.told(disk)).hasSize(COMMITS_PER_SEGMENT);
        assertThat(Steps.checkpoint(journal)).isTrue();
        assertThat(journal.statistics().freeSegments()).isEqualTo(2);
        assertThat(journal.statistics().checkpointFailures()).isEqualTo(2);
        assertThat(journal.statistics().checkpoints()).isEqualTo(1);
    }

    @Test
    void segmentsThatFillTooFastAreReplacedByLargerOnes() throws IOException {
        JournalOptions growing = new JournalOptions(
                3,
                64 << 10,
                256 << 10,
                Duration.ofHours(1),
                16 << 10,
                false,
                Duration.ZERO,
                Duration.ZERO,
                Duration.ofSeconds(1));
        Journal<String> journal = started(growing, owner);
        for (int i = 0; i < 600 && journal.statistics().segmentBytes() < 256 << 10; i++) {
            commit(journal, "growing");
            Steps.checkpoint(journal);
        }
        assertThat(journal.statistics().segmentBytes()).isEqualTo(256 << 10);
        assertThat(journal.statistics().segments()).isEqualTo(3);
        fill(journal, 200);
        journal.abandon();
        Journal<String> again = Journal.open(disk, growing);
        assertThat(again.replay(record -> {}).gaps()).isZero();
        Steps.start(again, owner);
        assertThat(again.statistics().segments()).isEqualTo(3);
    }

    @Test
    void aStartWithAnotherLayoutHasTheNewOne() throws IOException {
        Journal<String> journal = started();
        fill(journal, 20);
        journal.abandon();
        Journal<String> larger = started(Writers.SMALL.withSegments(5, 128 << 10), owner);
        assertThat(larger.statistics().segments()).isEqualTo(5);
        assertThat(larger.statistics().segmentBytes()).isEqualTo(128 << 10);
        larger.abandon();
        Journal<String> smaller = started();
        assertThat(smaller.statistics().segments()).isEqualTo(3);
        assertThat(smaller.statistics().segmentBytes()).isEqualTo(64 << 10);
    }

    @Test
    void anotherJournalsSegmentIsRefused() throws IOException {
        SimulatedDisk other = new SimulatedDisk(power);
        Journal<String> theirs = Journal.open(other, Writers.SMALL);
        Steps.start(theirs, owner);
        started().abandon();
        JournalFile stray = disk.create("segment-99", 64 << 10, nanos -> {});
        stray.write(ByteBuffer.wrap(other.content("segment-1")), 0);
        assertThatThrownBy(() -> Journal.open(disk, Writers.SMALL))
                .hasMessageContaining("segment-99 in simulated disk belongs to another journal: move it away");
    }

    @Test
    void anUnknownVersionIsRefused() throws IOException {
        started().abandon();
        disk.content("segment-1")[11] = 2;
        disk.content("segment-1")[512 + 11] = 2;
        assertThatThrownBy(() -> Journal.open(disk, Writers.SMALL)).isInstanceOf(UnknownVersionException.class);
        disk.content("segment-1")[11] = 1;
        disk.content("journal")[11] = 2;
        assertThatThrownBy(() -> Journal.open(disk, Writers.SMALL))
                .isInstanceOf(UnknownVersionException.class)
                .hasMessageContaining("has version 2 and this release reads 1");
    }

    @Test
    void segmentsWithoutTheirJournalsIdentityAreRefused() throws IOException {
        started().abandon();
        byte right = disk.content("journal")[20];
        disk.content("journal")[20] ^= 1;
        assertThatThrownBy(() -> Journal.open(disk, Writers.SMALL)).hasMessageContaining("is damaged");
        disk.content("journal")[20] = right;
        assertThat(Journal.open(disk, Writers.SMALL).empty()).isTrue();
        disk.delete("journal");
        assertThatThrownBy(() -> Journal.open(disk, Writers.SMALL)).hasMessageContaining("has segments and no file");
    }

    @Test
    void aWipeThatIsCutOffIsFinishedByTheNextOpen() throws IOException {
        for (int steps = 0; steps < 8; steps++) {
            PowerSupply supply = new PowerSupply();
            SimulatedDisk own = new SimulatedDisk(supply);
            Journal<String> journal = Journal.open(own, Writers.SMALL);
            Steps.start(journal, owner);
            fill(journal, 2 * COMMITS_PER_SEGMENT);
            journal.abandon();
            supply.cutAfter(steps);
            boolean cut = false;
            try {
                JournalFiles.wipe(own);
            } catch (PowerCut e) {
                cut = true;
            }
            supply.restore();
            own.cut(new Random(steps));
            int left = Writers.told(own).size();
            assertThat(left).as("after %d steps", steps).isIn(steps < 2 ? List.of(0, 30) : List.of(0));
            assertThat(cut).isEqualTo(steps < 6);
        }
    }

    @Test
    void aDirectoryThatIsInUseIsRefused(@TempDir Path directory) throws IOException {
        try (DirectoryDevice first = DirectoryDevice.open(directory)) {
            assertThat(first.list()).isEmpty();
            assertThatThrownBy(() -> DirectoryDevice.open(directory)).hasMessageContaining("is in use");
        }
        DirectoryDevice.open(directory).close();
    }

    @Test
    void wrongArgumentsAreToldInOneLine() throws IOException {
        Journal<String> journal = started();
        for (int type : new int[] {-1, 127, 128}) {
            assertThatThrownBy(() -> journal.append("key", type, Writers.text("")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("a record's type is 0 to 126, not " + type);
            assertThatThrownBy(() -> journal.appendAlways("key", type, Writers.text("")))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        int longest = journal.longestRecord() - RecordCodec.HEADER;
        journal.append("key", 126, ByteBuffer.allocate(longest));
        assertThatThrownBy(() -> journal.append("key", 1, ByteBuffer.allocate(longest + 1)))
                .hasMessageContaining("make the buffer larger");
        assertThatThrownBy(() -> Steps.start(journal, owner)).isInstanceOf(IllegalStateException.class);
        List<Runnable> wrong = new ArrayList<>();
        wrong.add(() -> Writers.SMALL.withSegments(2, 64 << 10));
        wrong.add(() -> Writers.SMALL.withSegments(3, 100_000));
        wrong.add(() -> Writers.SMALL.withBufferBytes(1 << 20));
        wrong.add(() -> Writers.SMALL.withBufferBytes(1));
        wrong.add(() -> Writers.SMALL.withRoomWait(Duration.ofMillis(-1)));
        wrong.forEach(each -> assertThatThrownBy(each::run).isInstanceOf(IllegalArgumentException.class));
    }

    /** A stale batch whose header the power cut took must not be read as one of the next use of its segment. */
    @Test
    void recordsWithoutTheirSegmentsHeaderAreNeverReplayed() throws IOException {
        for (long seed = 0; seed < 100; seed++) {
            PowerSupply supply = new PowerSupply();
            SimulatedDisk own = new SimulatedDisk(supply);
            Random random = new Random(seed);
            Journal<String> journal = Journal.open(own, Writers.SMALL);
            Steps.start(journal, owner);
            fill(journal, 3 * COMMITS_PER_SEGMENT - 1);
            while (Steps.checkpoint(journal)) {
                assertThat(journal.working()).isTrue();
            }
            int page = SegmentHeader.PAGE - RecordCodec.HEADER;
            while (journal.statistics().freeSegments() > 1) {
                fill(journal, 1);
            }
            fill(journal, COMMITS_PER_SEGMENT - 1);
            journal.append("key", 1, ByteBuffer.allocate(page));
            journal.append("key", 1, Writers.text("never on disk"));
            supply.cutAfter(2);
            try {
                Steps.commit(journal);
            } catch (PowerCut e) {
                assertThat(e).hasMessage("the power is cut");
            }
            supply.restore();
            own.cut(random);
            long seen = Journal.open(own, Writers.SMALL).durable();
            Journal<String> next = Journal.open(own, Writers.SMALL);
            Steps.start(next, owner);
            next.abandon();
            assertThat(Writers.told(own)).as("seed %d, after %d", seed, seen).isEmpty();
        }
    }
}
