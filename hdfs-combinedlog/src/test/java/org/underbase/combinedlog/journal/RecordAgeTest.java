package org.underbase.combinedlog.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Age of the oldest record that is not checkpointed, and durations of commits. */
class RecordAgeTest {
    private final SimulatedDisk disk = new SimulatedDisk(new PowerSupply());
    private final List<Long> commits = new ArrayList<>();

    private static long age(Journal<String> journal) {
        return journal.statistics().oldestRecordNanos();
    }

    private static void commit(Journal<String> journal) throws IOException {
        journal.appendAlways("key", 1, JournalFixture.text("record"));
        assertThat(SteppedJournal.commit(journal)).isTrue();
    }

    @Test
    void ageIsThatOfTheOldestSegmentWithRecords() throws IOException {
        Journal<String> journal = Journal.open(disk, JournalFixture.SMALL);
        journal.onCommit(commits::add);
        SteppedJournal.start(journal, new JournalFixture.Owner());
        assertThat(age(journal)).as("a start writes no record of an owner").isZero();
        commit(journal);
        long before = System.nanoTime();
        assertThat(age(journal)).isPositive();
        while (journal.statistics().freeSegments() > 1) {
            commit(journal);
        }
        // The first record is older than this method's first clock reading, although its segment is full.
        long elapsed = System.nanoTime() - before;
        assertThat(age(journal)).isGreaterThanOrEqualTo(elapsed);
        assertThat(commits).hasSize((int) journal.statistics().commits()).allSatisfy(nanos -> assertThat(nanos)
                .isNotNegative());
        journal.abandon();
    }

    @Test
    void requestedCheckpointEndsTheAgeOfItsRecordsOnly() throws IOException {
        Journal<String> journal = Journal.open(disk, JournalFixture.SMALL);
        List<Set<String>> checkpointed = new ArrayList<>();
        SteppedJournal.start(journal, new JournalFixture.Owner() {
            @Override
            public void makeDurable(Set<String> keys, long sequence, Pace pace) throws IOException {
                checkpointed.add(new TreeSet<>(keys));
                if (checkpointed.size() == 1) {
                    journal.appendAlways("later", 1, JournalFixture.text("during the checkpoint"));
                }
            }
        });
        commit(journal);
        long before = System.nanoTime();
        journal.checkpoint();
        long later = age(journal);
        assertThat(later).as("record during the checkpoint").isPositive();
        assertThat(later).as("without the earlier record").isLessThanOrEqualTo(System.nanoTime() - before);

        journal.checkpoint();
        assertThat(age(journal)).isZero();
        journal.checkpoint();
        assertThat(checkpointed).containsExactly(Set.of("key"), Set.of("later"), Set.of());
        journal.abandon();
    }
}
