package org.underbase.combinedlog.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Replayed segments that a journal keeps until their records are durable elsewhere, step by step. */
class KeptSegmentsTest {
    /** A segment has 16 pages: one for the header, one per commit. */
    private static final int COMMITS_PER_SEGMENT = 15;
    /** Commits that begin the third segment, but need no emergency segment. */
    private static final int IN_THREE_SEGMENTS = 2 * COMMITS_PER_SEGMENT + 4;

    private final PowerSupply power = new PowerSupply();
    private final SimulatedDisk disk = new SimulatedDisk(power);
    private final Owner owner = new Owner();
    /** Sequences of the records of each owner, filled by a replay. */
    private final Map<String, SequenceRange> replayed = new LinkedHashMap<>();

    /** Owner that notes the keys of each checkpoint. */
    private static final class Owner extends JournalFixture.Owner {
        private final List<Set<String>> keys = new ArrayList<>();
        private boolean failing;

        @Override
        public void makeDurable(Set<String> owners, long sequence, Pace pace) throws IOException {
            if (failing) {
                throw new IOException("input/output error of the other disk");
            }
            keys.add(Set.copyOf(owners));
            super.makeDurable(owners, sequence, pace);
        }
    }

    private static void commit(Journal<String> journal, String text) throws IOException {
        journal.appendAlways(text, 1, JournalFixture.text(text));
        assertThat(SteppedJournal.commit(journal)).isTrue();
    }

    private static void fill(Journal<String> journal, String prefix, int commits) throws IOException {
        for (int i = 0; i < commits; i++) {
            commit(journal, prefix + i);
        }
    }

    private Journal<String> open() throws IOException {
        return Journal.open(disk, JournalFixture.SMALL);
    }

    private Journal<String> started() throws IOException {
        Journal<String> journal = open();
        SteppedJournal.start(journal, owner);
        return journal;
    }

    private List<String> replay(Journal<String> journal) throws IOException {
        List<String> texts = new ArrayList<>();
        replayed.clear();
        Replayed found = journal.replay(record -> {
            String text = JournalFixture.read(record);
            texts.add(text);
            SequenceRange range = new SequenceRange(record.sequence(), record.sequence());
            replayed.merge(text, range, (one, other) -> new SequenceRange(one.first(), other.last()));
        });
        assertThat(found.gaps()).isZero();
        return texts;
    }

    /** Starts a journal again after a crash and keeps all of its records. */
    private Journal<String> kept() throws IOException {
        Journal<String> journal = open();
        assertThat(replay(journal)).isNotEmpty();
        assertThat(journal.prepareToKeep()).isTrue();
        SteppedJournal.start(journal, owner, replayed);
        return journal;
    }

    private static List<String> texts(String prefix, int count) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            texts.add(prefix + i);
        }
        return texts;
    }

    private static List<String> both(List<String> one, List<String> other) {
        List<String> all = new ArrayList<>(one);
        all.addAll(other);
        return all;
    }

    @Test
    void recordsAreReplayedAgainUntilTheirCheckpointAndLaterOnesFollow() throws IOException {
        Journal<String> first = started();
        fill(first, "first ", 20);
        first.abandon();
        Journal<String> second = kept();
        assertThat(second.empty()).isFalse();
        assertThat(second.statistics().keptSegments()).isEqualTo(2);
        fill(second, "second ", 5);
        second.abandon();

        Journal<String> third = open();
        assertThat(replay(third)).isEqualTo(both(texts("first ", 20), texts("second ", 5)));
        assertThat(third.empty()).isFalse();
        assertThat(third.prepareToKeep()).isTrue();
        SteppedJournal.start(third, owner, replayed);
        assertThat(SteppedJournal.checkpoint(third)).isTrue();
        assertThat(owner.keys).containsExactly(Set.copyOf(texts("first ", 14)));
        third.abandon();
        assertThat(replay(open()))
                .as("only the first segment is released")
                .isEqualTo(both(texts("first ", 20).subList(14, 20), texts("second ", 5)));
    }

    @Test
    void checkpointsReleaseAllKeptSegmentsAndRestoreTheNumberOfSegments() throws IOException {
        Journal<String> first = started();
        fill(first, "first ", IN_THREE_SEGMENTS);
        first.abandon();
        Journal<String> second = kept();
        assertThat(second.statistics().keptSegments()).isEqualTo(3);
        assertThat(second.statistics().segments()).isEqualTo(5);
        fill(second, "second ", 3);

        while (SteppedJournal.checkpoint(second)) {
            assertThat(second.working()).isTrue();
        }

        assertThat(second.statistics().keptSegments()).isZero();
        assertThat(second.statistics().segments()).isEqualTo(3);
        second.abandon();
        assertThat(replay(open())).isEqualTo(texts("second ", 3));
    }

    @Test
    void recordsAreDiscardedAtTheStartIfNoOwnerNeedsThem() throws IOException {
        Journal<String> first = started();
        fill(first, "first ", 20);
        first.abandon();
        Journal<String> second = open();
        assertThat(second.prepareToKeep()).isTrue();
        SteppedJournal.start(second, owner, Map.of());
        assertThat(second.statistics().keptSegments()).isZero();
        assertThat(second.statistics().segments()).isEqualTo(3);
        second.abandon();
        assertThat(open().empty()).isTrue();
    }

    /** The checkpoint of the kept segments cannot succeed: writers use the two other segments, then fall back. */
    @Test
    void writersHaveTwoSegmentsWhileAllSegmentsAreKept() throws IOException {
        Journal<String> first = started();
        fill(first, "first ", IN_THREE_SEGMENTS);
        first.abandon();
        Journal<String> second = kept();
        owner.failing = true;
        assertThat(SteppedJournal.checkpoint(second)).isFalse();
        for (int i = 0; i < COMMITS_PER_SEGMENT - 1; i++) {
            second.append("writer", 1, JournalFixture.text("second " + i));
            assertThat(SteppedJournal.commit(second)).isTrue();
        }
        int accepted = COMMITS_PER_SEGMENT - 1;
        try {
            while (accepted < 10 * COMMITS_PER_SEGMENT) {
                second.append("writer", 1, JournalFixture.text("second " + accepted));
                assertThat(SteppedJournal.commit(second)).isTrue();
                accepted++;
            }
        } catch (JournalFullException e) {
            assertThat(e).hasMessageContaining("no free segment");
        }
        assertThat(accepted).isBetween(COMMITS_PER_SEGMENT, 2 * COMMITS_PER_SEGMENT);
        // Changes that must be recorded use an emergency segment.
        fill(second, "always ", COMMITS_PER_SEGMENT);
        assertThat(second.statistics().emergencySegments()).isEqualTo(1);

        owner.failing = false;
        while (SteppedJournal.checkpoint(second)) {
            assertThat(second.working()).isTrue();
        }
        second.append("writer", 1, JournalFixture.text("accepted again"));
        assertThat(second.statistics().segments()).isEqualTo(3);
        second.close();
        assertThat(open().empty()).isTrue();
    }

    @Test
    void repeatedCrashesKeepABoundedNumberOfSegments() throws IOException {
        Journal<String> journal = started();
        fill(journal, "first ", IN_THREE_SEGMENTS);
        journal.abandon();
        int starts = 0;
        for (journal = open(); journal.prepareToKeep(); journal = open()) {
            assertThat(replay(journal)).hasSizeGreaterThanOrEqualTo(IN_THREE_SEGMENTS);
            SteppedJournal.start(journal, owner, replayed);
            journal.abandon();
            assertThat(++starts).isLessThan(10);
        }
        assertThat(starts).isEqualTo(2);
        assertThat(replay(journal)).hasSize(IN_THREE_SEGMENTS);
        SteppedJournal.start(journal, owner);
        assertThat(journal.statistics().segments()).isEqualTo(3);
        journal.abandon();
        assertThat(open().empty()).isTrue();
    }

    @Test
    void fullDiskKeepsNothingAndChangesNothing() throws IOException {
        Journal<String> first = started();
        fill(first, "first ", IN_THREE_SEGMENTS);
        first.abandon();
        disk.space(100 << 10);
        Journal<String> second = open();
        assertThat(second.prepareToKeep()).as("one of two segments fits").isFalse();
        second.abandon();
        assertThat(replay(open())).hasSize(IN_THREE_SEGMENTS);
    }

    @Test
    void emptyJournalKeepsNothing() throws IOException {
        assertThat(open().prepareToKeep()).isFalse();
        started().close();
        assertThat(open().prepareToKeep()).isFalse();
    }

    @Test
    void closeMakesKeptRecordsDurableElsewhere() throws IOException {
        Journal<String> first = started();
        fill(first, "first ", 20);
        first.abandon();
        Journal<String> second = kept();
        commit(second, "second");
        second.close();
        assertThat(owner.keys).containsExactly(Set.copyOf(both(texts("first ", 20), List.of("second"))));
        assertThat(open().empty()).isTrue();
    }

    @Test
    void failedCloseKeepsThem() throws IOException {
        Journal<String> first = started();
        fill(first, "first ", 20);
        first.abandon();
        Journal<String> second = kept();
        owner.failing = true;
        assertThatThrownBy(second::close).hasMessage("input/output error of the other disk");
        assertThat(replay(open())).isEqualTo(texts("first ", 20));
    }

    /** A power failure at any step of the start, of new records and of the checkpoints loses no record that is still needed. */
    @Test
    void powerFailureAtAnyStepLosesNoRecord() throws IOException {
        boolean completed = false;
        for (int steps = 0; !completed; steps++) {
            assertThat(steps).isLessThan(500);
            PowerSupply supply = new PowerSupply();
            SimulatedDisk own = new SimulatedDisk(supply);
            Journal<String> journal = Journal.open(own, JournalFixture.SMALL);
            SteppedJournal.start(journal, new Owner());
            fill(journal, "first ", 20);
            journal.abandon();
            List<String> committed = new ArrayList<>();
            Owner releasing = new Owner();
            supply.failAfter(steps);
            try {
                runAgain(Journal.open(own, JournalFixture.SMALL), releasing, committed);
                completed = true;
            } catch (PowerFailure e) {
                assertThat(e).hasMessage("power failure");
            }
            supply.restore();
            own.losePower(new Random(steps));

            Journal<String> after = Journal.open(own, JournalFixture.SMALL);
            List<String> expected = both(texts("first ", 20), committed);
            releasing.keys.forEach(expected::removeAll);
            List<String> found = replay(after);
            assertThat(found).as("after %d steps", steps).containsAll(expected);
            List<String> all = both(texts("first ", 20), texts("second ", 10));
            assertThat(Collections.indexOfSubList(all, found))
                    .as("after %d steps, in order and without a released record in between: %s", steps, found)
                    .isNotNegative();
        }
    }

    private void runAgain(Journal<String> journal, Owner releasing, List<String> committed) throws IOException {
        assertThat(replay(journal)).hasSize(20);
        assertThat(journal.prepareToKeep()).isTrue();
        SteppedJournal.start(journal, releasing, replayed);
        for (int i = 0; i < 10; i++) {
            commit(journal, "second " + i);
            committed.add("second " + i);
            if (i % 3 == 0) {
                SteppedJournal.checkpoint(journal);
            }
        }
    }

    @Test
    void keptRecordsAreReadAgainUntilTheyAreReleased() throws IOException {
        Journal<String> first = started();
        fill(first, "first ", 20);
        first.abandon();
        Journal<String> second = kept();
        fill(second, "second ", 5);
        assertThat(keptTexts(second)).isEqualTo(texts("first ", 20));
        assertThat(SteppedJournal.checkpoint(second)).isTrue();
        assertThat(keptTexts(second)).isEqualTo(texts("first ", 20).subList(14, 20));
        assertThat(SteppedJournal.checkpoint(second)).isTrue();
        assertThat(keptTexts(second)).isEmpty();
    }

    private static List<String> keptTexts(Journal<String> journal) throws IOException {
        List<String> texts = new ArrayList<>();
        journal.withoutCheckpoint(() -> assertThat(journal.readKept(record -> texts.add(JournalFixture.read(record))))
                .returns(0, Replayed::gaps));
        return texts;
    }
}
