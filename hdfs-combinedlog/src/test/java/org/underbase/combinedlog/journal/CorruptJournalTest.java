package org.underbase.combinedlog.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Corruption of a journal: a wrong byte at any position, a lost end, a lost segment or a lost header. Only the affected commit is
 * lost. The replay reports the loss, except of the last commit, which cannot be distinguished from an incomplete one.
 */
class CorruptJournalTest {
    private static final long SEED = 20_260_519;
    private static final int SECTOR = 512;

    private final SimulatedDisk disk = new SimulatedDisk(new PowerSupply());
    private final Map<Long, ByteBuffer> written = new LinkedHashMap<>();
    private final Map<Long, Integer> commits = new LinkedHashMap<>();
    private long started;
    private long last;

    /** Result of reading a corrupt journal. */
    private record Found(TreeSet<Long> lost, int gaps) {}

    @BeforeEach
    void twoSegmentsAndAHalf() throws IOException {
        Random random = new Random(SEED);
        Journal<String> journal = Journal.open(disk, JournalFixture.SMALL);
        SteppedJournal.start(journal, new JournalFixture.Owner());
        started = journal.durable();
        for (int commit = 0; commit < 36; commit++) {
            for (int i = random.nextInt(3); i >= 0; i--) {
                String text = "x".repeat(random.nextInt(300)) + commit + "/" + i;
                last = journal.append("key", 1, JournalFixture.text(text));
                written.put(last, JournalFixture.text(text));
                commits.put(last, commit);
            }
            assertThat(SteppedJournal.commit(journal)).isTrue();
        }
        assertThat(journal.statistics().segments()).isEqualTo(3);
        journal.abandon();
        assertThat(JournalFixture.replayed(disk)).hasSize(written.size());
        assertThat(read("nothing").gaps()).isZero();
    }

    /** Reads the journal; a record that was never written, or is out of order, is an error. */
    private Found read(String corruption) throws IOException {
        TreeSet<Long> lost = new TreeSet<>(written.keySet());
        Journal<String> journal = Journal.open(disk, JournalFixture.SMALL);
        journal.expect(started);
        long[] before = {0};
        Replayed replayed = journal.replay(record -> {
            // Executed about ten million times, so no assertion description is built here.
            if (!record.payload().equals(written.get(record.sequence())) || record.sequence() <= before[0]) {
                throw new AssertionError(
                        corruption + ": record " + record.sequence() + " was never written, or is out of order");
            }
            before[0] = record.sequence();
            lost.remove(record.sequence());
        });
        journal.abandon();
        assertThat(replayed.records()).isEqualTo(written.size() - lost.size());
        return new Found(lost, replayed.gaps());
    }

    /** Asserts that at most one commit is lost, and reported if a later commit exists. */
    private void expectOneCommit(Found found, String corruption) {
        if (!found.lost().isEmpty()) {
            int commit = commits.get(found.lost().first());
            if (!commits.get(found.lost().last()).equals(commit)) {
                throw new AssertionError(corruption + ": more than a commit is lost: " + found.lost());
            }
            boolean atTheEnd = found.lost().last() == last;
            if (found.gaps() != (atTheEnd ? 0 : 1)) {
                throw new AssertionError(corruption + ": " + found.gaps() + " gaps, lost are " + found.lost());
            }
        }
    }

    private List<String> segments() {
        return disk.list().stream().filter(name -> Segment.number(name) >= 0).toList();
    }

    @Test
    void oneWrongByteLosesOnlyItsCommitAndIsReported() throws IOException {
        Random random = new Random(SEED);
        int holes = 0;
        for (String name : segments()) {
            byte[] content = disk.content(name);
            for (int at = 0; at < content.length; at++) {
                byte right = content[at];
                content[at] ^= (byte) (1 + random.nextInt(255));
                String corruption = "wrong byte " + at + " of " + name;
                Found found = read(corruption);
                expectOneCommit(found, corruption);
                holes += found.gaps();
                if (at < SegmentHeader.PAGE && !found.lost().isEmpty()) {
                    throw new AssertionError(corruption + ": the header has a copy, and " + found.lost() + " are lost");
                }
                content[at] = right;
            }
        }
        assertThat(holes).isPositive();
        assertThat(read("repaired")).isEqualTo(new Found(new TreeSet<>(), 0));
    }

    @Test
    void oneLostPageLosesOnlyItsCommitAndIsReported() throws IOException {
        for (String name : segments()) {
            byte[] content = disk.content(name);
            byte[] right = content.clone();
            for (int page = SegmentHeader.PAGE; page < content.length; page += SegmentHeader.PAGE) {
                System.arraycopy(new byte[SegmentHeader.PAGE], 0, content, page, SegmentHeader.PAGE);
                String corruption = "page at " + page + " of " + name;
                expectOneCommit(read(corruption), corruption);
                System.arraycopy(right, 0, content, 0, right.length);
            }
        }
    }

    /** Overwrites the journal with zeros, byte by byte from the end: the replay returns a prefix of the segment. */
    @Test
    void truncationAtAnyByteLeavesAPrefixOfTheSegment() throws IOException {
        for (String name : segments()) {
            byte[] content = disk.content(name);
            byte[] right = content.clone();
            for (int end = content.length - 1; end >= SegmentHeader.PAGE; end--) {
                if (content[end] == 0) {
                    continue;
                }
                content[end] = 0;
                Found found = read("zeros from " + end + " of " + name);
                boolean atTheEnd = found.lost().isEmpty() || found.lost().last() == last;
                assertThat(found.gaps()).as("zeros from %d of %s", end, name).isEqualTo(atTheEnd ? 0 : 1);
            }
            System.arraycopy(right, 0, content, 0, right.length);
        }
    }

    @Test
    void aSegmentShorterThanInItsHeaderIsReported() throws IOException {
        List<String> names = segments();
        for (String name : names) {
            int full = disk.content(name).length;
            for (int size : List.of(full - SegmentHeader.PAGE, full / 2, SegmentHeader.PAGE, 0)) {
                Runnable back = disk.truncate(name, size);
                Found found = read(size + " bytes of " + name);
                boolean atTheEnd = name.equals(names.get(names.size() - 1));
                assertThat(found.gaps())
                        .as("%d bytes of %s, lost %s", size, name, found.lost())
                        .isEqualTo(atTheEnd || !found.lost().isEmpty() ? 1 : 0);
                back.run();
            }
        }
        assertThat(read("repaired").gaps()).isZero();
    }

    @Test
    void aMissingSegmentIsReported() throws IOException {
        for (String name : segments()) {
            Runnable back = disk.lose(name);
            Found found = read("without " + name);
            assertThat(found.lost()).as(name).isNotEmpty();
            assertThat(found.gaps())
                    .as("without %s, lost %s", name, found.lost())
                    .isEqualTo(1);
            back.run();
        }
        List<Runnable> all = new ArrayList<>();
        segments().forEach(name -> all.add(disk.lose(name)));
        assertThat(read("without any").gaps()).isEqualTo(1);
        all.forEach(Runnable::run);
        assertThat(read("repaired").gaps()).isZero();
    }

    @Test
    void aSegmentWithoutHeadersIsReported() throws IOException {
        for (String name : segments()) {
            byte[] content = disk.content(name);
            content[20] ^= 1;
            assertThat(read("the first header of " + name)).isEqualTo(new Found(new TreeSet<>(), 0));
            content[SECTOR + 20] ^= 1;
            Found found = read("both headers of " + name);
            assertThat(found.lost()).as(name).isNotEmpty();
            assertThat(found.gaps()).as("without the header of %s", name).isEqualTo(1);
            content[20] ^= 1;
            content[SECTOR + 20] ^= 1;
        }
    }

    /** After a torn commit, data of a client must not pass as a record. */
    @Test
    void dataThatLooksLikeARecordIsNotReplayed() throws IOException {
        String name = segments().get(0);
        byte[] content = disk.content(name);
        SimulatedDisk other = new SimulatedDisk(new PowerSupply());
        Journal<String> journal = Journal.open(other, JournalFixture.SMALL);
        SteppedJournal.start(journal, new JournalFixture.Owner());
        // A page that begins with a commit of the other journal's segment, of the same epoch and a later sequence.
        byte[] forged = new byte[SegmentHeader.PAGE];
        System.arraycopy(content, 3 * SegmentHeader.PAGE, forged, 0, forged.length);
        assertThat(forged).startsWith("UCR1".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        byte[] before = new byte[SegmentHeader.PAGE - RecordCodec.HEADER];
        int all = journal.longestRecord() - RecordCodec.HEADER;
        journal.append(
                "key",
                1,
                ByteBuffer.wrap(before),
                ByteBuffer.wrap(forged, 0, Math.min(forged.length, all - before.length)));
        assertThat(SteppedJournal.commit(journal)).isTrue();
        journal.abandon();
        byte[] torn = other.content("segment-1");
        assertThat(Arrays.copyOfRange(torn, 3 * SegmentHeader.PAGE, 4 * SegmentHeader.PAGE))
                .as("it lies where a commit may begin")
                .isEqualTo(forged);
        torn[2 * SegmentHeader.PAGE + RecordCodec.HEADER] ^= 1;
        Journal<String> again = Journal.open(other, JournalFixture.SMALL);
        assertThat(again.replay(record -> {})).isEqualTo(new Replayed(0, 0, 1, List.of()));
    }
}
