package org.underbase.combinedlog.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** I/O errors in reads of a journal: they affect only the records of the unreadable pages, and are reported. */
class UnreadablePagesTest {
    private static final int COMMITS = 40;
    private static final int PAGE = SegmentHeader.PAGE;

    private final SimulatedDisk disk = new SimulatedDisk(new PowerSupply());
    private final JournalFixture.Owner owner = new JournalFixture.Owner();
    private final Set<Integer> unreadable = new TreeSet<>();
    private String failing = "";
    private String error = "Input/output error";
    private int failuresLeft = Integer.MAX_VALUE;

    /** Disk on which some pages of one file cannot be read. */
    private final class BadDisk extends WrappedDevice {
        BadDisk() {
            super(disk);
        }

        @Override
        <T> T call(String name, Call<T> effect) throws IOException {
            return effect.run();
        }

        @Override
        public JournalFile open(String name) throws IOException {
            JournalFile file = super.open(name);
            return name.equals(failing) ? new BadFile(file) : file;
        }
    }

    private final class BadFile implements JournalFile {
        private final JournalFile file;

        BadFile(JournalFile file) {
            this.file = file;
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public void read(ByteBuffer buffer, long position) throws IOException {
            long end = position + buffer.remaining();
            for (int page : unreadable) {
                if ((long) page * PAGE < end && position < (page + 1L) * PAGE && failuresLeft > 0) {
                    failuresLeft--;
                    throw new IOException(error);
                }
            }
            file.read(buffer, position);
        }

        @Override
        public void write(ByteBuffer buffer, long position) throws IOException {
            file.write(buffer, position);
        }

        @Override
        public void force() throws IOException {
            throw new IOException("Input/output error");
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    @BeforeEach
    void threeSegments() throws IOException {
        Journal<String> journal = Journal.open(disk, JournalFixture.SMALL);
        SteppedJournal.start(journal, owner);
        for (int i = 0; i < COMMITS; i++) {
            journal.appendAlways("key", 1, JournalFixture.text("record " + i));
            assertThat(SteppedJournal.commit(journal)).isTrue();
        }
        journal.abandon();
    }

    private Journal<String> open() throws IOException {
        return Journal.open(new BadDisk(), JournalFixture.SMALL);
    }

    /** Opens the journal, replays it, and starts it. Returns the lost records. */
    private List<String> restart() throws IOException {
        Journal<String> journal = open();
        List<String> lost = new ArrayList<>();
        for (int i = 0; i < COMMITS; i++) {
            lost.add("record " + i);
        }
        Replayed replayed = journal.replay(record -> lost.remove(JournalFixture.read(record)));
        assertThat(replayed.gaps()).isPositive();
        assertThat(journal.missing()).isEqualTo(replayed.missing());
        assertThat(journal.prepareToKeep()).isTrue();
        SteppedJournal.start(journal, owner);
        journal.appendAlways("key", 1, JournalFixture.text("later"));
        assertThat(SteppedJournal.commit(journal)).isTrue();
        assertThat(disk.list()).as("is not used again").doesNotContain(failing);
        assertThat(disk.list()).as("is set aside").anyMatch(name -> name.startsWith(failing + ".unreadable-"));
        journal.abandon();
        return lost;
    }

    private void assertLaterRecordOnly() throws IOException {
        assertThat(JournalFixture.replayed(disk)).singleElement().asString().endsWith(" later");
    }

    @Test
    void unreadablePageInTheMiddleLosesOnlyItsRecord() throws IOException {
        failing = "segment-1";
        unreadable.add(5);
        assertThat(restart()).containsExactly("record 3");
        assertLaterRecordOnly();
    }

    @Test
    void unreadableEndIsReported() throws IOException {
        // No later record reveals that a record is missing here.
        failing = "segment-3";
        unreadable.addAll(List.of(10, 11, 12, 13, 14, 15));
        Journal<String> journal = open();
        assertThat(journal.missing())
                .containsExactly("segment-3: 6 unreadable pages from byte 40960: Input/output error");
        long last = journal.durable();
        journal.abandon();
        assertThat(restart()).containsExactly("record 38", "record 39");
        assertThat(last)
                .as("no later record has the sequence of an unreadable one")
                .isGreaterThan(COMMITS + 1);
        assertLaterRecordOnly();
    }

    /** A failed attempt changes nothing, so a later one may succeed. */
    @Test
    void unreadableHeaderAndOtherErrorsPreventTheStart() throws IOException {
        failing = "segment-2";
        unreadable.add(0);
        assertThatThrownBy(this::open).hasMessage("Input/output error");
        unreadable.clear();
        error = "Cannot allocate memory";
        unreadable.add(5);
        assertThatThrownBy(this::open).hasMessage("Cannot allocate memory");
        unreadable.clear();
        assertThat(open().missing()).isEmpty();
    }

    @Test
    void temporaryErrorLosesNothing() throws IOException {
        failing = "segment-1";
        unreadable.add(5);
        failuresLeft = 3;
        Journal<String> journal = open();
        assertThat(journal.missing()).isEmpty();
        assertThat(journal.replay(record -> {}).records()).isEqualTo(COMMITS);
    }

    /** The survey has read the page. */
    @Test
    void laterErrorEndsTheReplay() throws IOException {
        failing = "segment-1";
        Journal<String> journal = open();
        unreadable.add(5);
        assertThatThrownBy(() -> journal.replay(record -> {})).hasMessage("Input/output error");
        unreadable.clear();
        assertThat(journal.replay(record -> {}).records()).isEqualTo(COMMITS);
    }

    @Test
    void unreadablePageOfAnEmptyJournalIsNoLoss() throws IOException {
        Journal<String> clean = Journal.open(disk, JournalFixture.SMALL);
        SteppedJournal.start(clean, owner);
        clean.close();
        failing = "segment-2";
        unreadable.add(15);
        Journal<String> journal = open();
        assertThat(journal.missing()).isEmpty();
        assertThat(journal.empty()).isTrue();
        SteppedJournal.start(journal, owner);
        assertThat(disk.list()).doesNotContain("segment-2");
    }

    @Test
    void closedFileIsNotAnUnreadablePage() {
        LenientReads reads = new LenientReads(new ClosedFile());
        assertThatThrownBy(() -> reads.read(ByteBuffer.allocate(10), 0)).isInstanceOf(ClosedChannelException.class);
        assertThat(reads.isDamaged()).isFalse();
    }

    /** File that an interrupt has closed. */
    private static final class ClosedFile implements JournalFile {
        @Override
        public long size() {
            return PAGE;
        }

        @Override
        public void read(ByteBuffer buffer, long position) throws IOException {
            throw new ClosedChannelException();
        }

        @Override
        public void write(ByteBuffer buffer, long position) throws IOException {
            throw new ClosedChannelException();
        }

        @Override
        public void force() throws IOException {
            throw new ClosedChannelException();
        }

        @Override
        public void close() {}
    }
}
