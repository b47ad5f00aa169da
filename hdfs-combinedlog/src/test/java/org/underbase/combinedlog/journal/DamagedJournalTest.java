package org.underbase.combinedlog.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A journal that was cut, or has a wrong byte, at every place of its segments. */
class DamagedJournalTest {
    private static final long SEED = 20_260_519;

    private final SimulatedDisk disk = new SimulatedDisk(new PowerSupply());
    private final Map<Long, ByteBuffer> written = new LinkedHashMap<>();
    private List<String> whole;

    @BeforeEach
    void twoSegmentsAndAHalf() throws IOException {
        Random random = new Random(SEED);
        Journal<String> journal = Journal.open(disk, Writers.SMALL);
        Steps.start(journal, new Writers.Owner());
        for (int commit = 0; commit < 36; commit++) {
            for (int i = random.nextInt(3); i >= 0; i--) {
                String text = "x".repeat(random.nextInt(300)) + commit + "/" + i;
                written.put(journal.append("key", 1, Writers.text(text)), Writers.text(text));
            }
            assertThat(Steps.commit(journal)).isTrue();
        }
        assertThat(journal.statistics().segments()).isEqualTo(3);
        journal.abandon();
        whole = Writers.told(disk);
        assertThat(whole).hasSize(written.size());
    }

    /** Each segment tells a prefix of what it told, and the others tell what they told. */
    private void expectPrefixOfEachSegment(String damaged, int at, String what) throws IOException {
        List<Long> told = new ArrayList<>();
        Journal<String> journal;
        try {
            journal = Journal.open(disk, Writers.SMALL);
        } catch (UnknownVersionException e) {
            // The version's own bytes.
            assertThat(at).as(what).isBetween(8, 11);
            return;
        }
        Replayed replayed = journal.replay(record -> {
            // Some ten million times: too many for descriptions that nobody reads.
            if (!record.payload().equals(written.get(record.sequence()))) {
                throw new AssertionError(
                        what + " of " + damaged + " at " + at + ": record " + record.sequence() + " was never written");
            }
            told.add(record.sequence());
        });
        journal.abandon();
        assertThat(replayed.records()).isEqualTo(told.size());
        assertThat(told).as("%s of %s at %d", what, damaged, at).isSorted();
        int holes = 0;
        for (int i = 1; i < told.size(); i++) {
            holes += told.get(i) == told.get(i - 1) + 1 ? 0 : 1;
        }
        // The sequence that the start took for its checkpoint comes before all of them.
        assertThat(holes).as("%s of %s at %d", what, damaged, at).isLessThanOrEqualTo(1);
        assertThat(replayed.gaps()).as("%s of %s at %d", what, damaged, at).isBetween(holes, 1);
    }

    private List<String> segments() {
        return disk.list().stream().filter(name -> Segment.number(name) >= 0).toList();
    }

    @Test
    void withAWrongByteAnywhereItTellsAPrefixOfThatSegment() throws IOException {
        Random random = new Random(SEED);
        for (String name : segments()) {
            byte[] content = disk.content(name);
            for (int at = 0; at < content.length; at++) {
                byte right = content[at];
                content[at] ^= (byte) (1 + random.nextInt(255));
                expectPrefixOfEachSegment(name, at, "wrong byte");
                content[at] = right;
            }
        }
        assertThat(Writers.told(disk)).isEqualTo(whole);
    }

    @Test
    void cutAnywhereItTellsAPrefixOfThatSegment() throws IOException {
        for (String name : segments()) {
            byte[] content = disk.content(name);
            byte[] right = content.clone();
            for (int end = content.length - 1; end >= 0; end--) {
                if (content[end] == 0) {
                    continue;
                }
                content[end] = 0;
                expectPrefixOfEachSegment(name, 0, "zeros from " + end);
            }
            System.arraycopy(right, 0, content, 0, right.length);
        }
        assertThat(Writers.told(disk)).isEqualTo(whole);
    }
}
