package org.underbase.combinedlog.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** Journals that another release wrote, in another version or with other features. */
class OtherReleaseTest {
    private static final int VERSION_AT = 8;
    private static final int COMPATIBLE_AT = 64;
    private static final int INCOMPATIBLE_AT = 68;
    private static final int COPY_AT = 512;
    private static final int RECORDS = 20;

    private final PowerSupply power = new PowerSupply();
    private SimulatedDisk disk = new SimulatedDisk(power);

    private Journal<String> started() throws IOException {
        Journal<String> journal = Journal.open(disk, JournalFixture.SMALL);
        SteppedJournal.start(journal, new JournalFixture.Owner());
        return journal;
    }

    private Journal<String> written() throws IOException {
        Journal<String> journal = started();
        for (int i = 0; i < RECORDS; i++) {
            journal.append("key", 1, JournalFixture.text("record " + i));
            assertThat(SteppedJournal.commit(journal)).isTrue();
        }
        return journal;
    }

    private void changeHeaders(int at, int value) {
        for (String name : disk.list()) {
            if (Segment.number(name) >= 0 && disk.content(name)[0] != 0) {
                change(disk.content(name), 0, at, value);
                change(disk.content(name), COPY_AT, at, value);
            }
        }
    }

    private static void change(byte[] content, int header, int at, int value) {
        ByteBuffer page = ByteBuffer.wrap(content);
        page.putInt(header + at, value);
        CRC32C crc = new CRC32C();
        crc.update(content, header + 16, SegmentHeader.BYTES - 16);
        page.putInt(header + 12, (int) crc.getValue());
    }

    private void assertRejected(String message) {
        assertThatThrownBy(() -> Journal.open(disk, JournalFixture.SMALL))
                .isInstanceOf(UnknownVersionException.class)
                .hasMessageContainingAll(message, "empty the journal with the release that wrote it");
    }

    private void assertReplaced() throws IOException {
        Journal<String> journal = Journal.open(disk, JournalFixture.SMALL);
        assertThat(journal.empty()).isTrue();
        assertThat(journal.missing()).isEmpty();
        journal.abandon();
        written().abandon();
        assertThat(JournalFixture.replayed(disk)).hasSize(RECORDS);
    }

    @Test
    void compatibleFeatureIsIgnored() throws IOException {
        written().abandon();
        changeHeaders(COMPATIBLE_AT, 1);
        assertThat(JournalFixture.replayed(disk)).hasSize(RECORDS);
        started().abandon();
        assertThat(JournalFixture.replayed(disk)).isEmpty();
    }

    @Test
    void journalWithAnUnknownFeatureIsRejectedUnlessItIsEmpty() throws IOException {
        written().abandon();
        changeHeaders(INCOMPATIBLE_AT, 0x11);
        assertRejected("unsupported journal features 0x11: ");
        changeHeaders(INCOMPATIBLE_AT, 0);
        assertThat(JournalFixture.replayed(disk)).hasSize(RECORDS);
        Journal<String> journal = written();
        long last = journal.durable();
        journal.close();
        changeHeaders(INCOMPATIBLE_AT, 0x11);
        Journal<String> replaced = Journal.open(disk, JournalFixture.SMALL);
        assertThat(replaced.durable()).as("sequences continue").isGreaterThan(last);
        replaced.abandon();
        assertReplaced();
    }

    @Test
    void journalOfAnUnknownVersionIsRejectedUnlessItIsEmpty() throws IOException {
        written().abandon();
        changeHeaders(VERSION_AT, 3);
        assertRejected("unsupported journal version 3: ");
        changeHeaders(VERSION_AT, SegmentHeader.VERSION);
        written().close();
        changeHeaders(VERSION_AT, 3);
        assertReplaced();
    }

    @Test
    void journalWithAnIdOfAnUnknownVersionIsRejectedUnlessItIsEmpty() throws IOException {
        written().abandon();
        disk.content(JournalId.FILE)[VERSION_AT + 3] = 3;
        assertRejected("unsupported journal version 3: ");
        disk.content(JournalId.FILE)[VERSION_AT + 3] = SegmentHeader.VERSION;
        written().close();
        disk.content(JournalId.FILE)[VERSION_AT + 3] = 3;
        assertReplaced();
    }

    /** A start must not leave the mark of an empty journal next to a record, nor unknown segments without the mark. */
    @Test
    void interruptedReplacementIsContinuedAndLosesNoRecord() throws IOException {
        int completed = 0;
        for (int steps = 0; completed == 0; steps++) {
            disk = new SimulatedDisk(power);
            written().close();
            changeHeaders(INCOMPATIBLE_AT, 1);
            power.failAfter(steps);
            int committed = 0;
            try {
                Journal<String> journal = started();
                journal.append("key", 1, JournalFixture.text("after"));
                committed += SteppedJournal.commit(journal) ? 1 : 0;
                completed++;
            } catch (PowerFailure e) {
                assertThat(e).hasMessage("power failure");
            }
            power.restore();
            disk.losePower(new Random(steps));
            List<String> left = JournalFixture.replayed(disk);
            assertThat(left.size()).as("after %d steps", steps).isGreaterThanOrEqualTo(committed);
        }
    }
}
