package org.underbase.combinedlog.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.underbase.combinedlog.journal.DeferredRecords.Part;

/** Files of deferred records: format, power failures and corruption. */
class DeferredRecordsTest {
    private static final UUID JOURNAL = new UUID(1, 2);
    private static final String FILE = "deferred-1";
    private static final int COPY_AT = 512;
    private static final int HEADER_BYTES = 88;

    private final PowerSupply power = new PowerSupply();
    private final SimulatedDisk disk = new SimulatedDisk(power);

    private DeferredRecords files() {
        return DeferredRecords.in(() -> true, () -> disk);
    }

    private static DeferredRecords.Source source(long seed, int count) {
        return sink -> {
            Random random = new Random(seed);
            for (int i = 0; i < count; i++) {
                sink.accept(new JournalRecord(10 + i, 1 + i % 5, JournalFixture.bytes(random, random.nextInt(300))));
            }
        };
    }

    private static List<String> records(DeferredRecords.Source source) throws IOException {
        List<String> records = new ArrayList<>();
        source.pass(record -> records.add(record.sequence() + " " + record.type() + " "
                + record.payload().slice().hashCode() + " " + record.payload().remaining()));
        return records;
    }

    @Test
    void recordsAreReadAsWritten() throws IOException {
        DeferredRecords files = files();
        files.add(JOURNAL, "DS-1", true, source(1, 40));
        files.add(JOURNAL, "DS-2", false, source(2, 1));

        DeferredRecords read = files();

        List<Part> parts = read.parts();
        assertThat(parts).extracting(Part::storage).containsExactly("DS-1", "DS-2");
        assertThat(parts).extracting(Part::served).containsExactly(true, false);
        assertThat(parts.get(0))
                .returns(JOURNAL, Part::journal)
                .returns(40L, Part::records)
                .returns(10L, Part::firstSequence)
                .returns(49L, Part::lastSequence);
        assertThat(records(sink -> read.read(parts.get(0), sink))).isEqualTo(records(source(1, 40)));
        assertThat(records(sink -> read.read(parts.get(1), sink))).isEqualTo(records(source(2, 1)));
        read.delete(parts.get(0));
        assertThat(files().storages()).containsExactly("DS-2");
    }

    @Test
    void powerFailureLeavesACompleteFileOrNone() throws IOException {
        Random random = new Random(3);
        int complete = 0;
        int schedules = 2_000;
        for (int i = 0; i < schedules; i++) {
            SimulatedDisk failing = new SimulatedDisk(power);
            DeferredRecords files = DeferredRecords.in(() -> true, () -> failing);
            power.failAfter(random.nextInt(12));
            try {
                files.add(JOURNAL, "DS-1", true, source(i, 4));
            } catch (PowerFailure e) {
                assertThat(e).hasMessage("power failure");
            }
            power.restore();
            failing.losePower(random);

            DeferredRecords read = DeferredRecords.in(() -> true, () -> failing);
            for (Part part : read.parts()) {
                assertThat(records(sink -> read.read(part, sink))).isEqualTo(records(source(i, 4)));
                complete++;
            }
            // An incomplete file does not prevent the next one.
            read.add(JOURNAL, "DS-9", true, source(i, 1));
            assertThat(read.storages()).contains("DS-9");
        }
        assertThat(complete).isBetween(1, schedules - 1);
    }

    @Test
    void headerHasACopyAndCorruptionIsReported() throws IOException {
        files().add(JOURNAL, "DS-1", true, source(5, 3));
        Part part = files().parts().get(0);
        Random random = new Random(6);
        for (int i = 0; i < 500; i++) {
            int at = random.nextInt(HEADER_BYTES);
            flip(at, i);
            assertThat(files().parts()).as("the copy, byte %d", at).containsExactly(part);
            flip(COPY_AT + at, i);
            assertThatThrownBy(() -> files().parts()).as("byte %d", at).isInstanceOf(IOException.class);
            flip(at, i);
            assertThat(files().parts()).as("byte %d", at).containsExactly(part);
            flip(COPY_AT + at, i);

            int record = SegmentHeader.PAGE + random.nextInt((int) part.end() - SegmentHeader.PAGE);
            List<String> intact = records(source(5, 3));
            flip(record, i);
            try {
                // The zeros between two records are not verified.
                assertThat(records(sink -> files().read(part, sink))).isEqualTo(intact);
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("corrupt file deferred/" + FILE);
            }
            flip(record, i);
        }
    }

    private void flip(int at, int bit) throws IOException {
        ByteBuffer one = ByteBuffer.allocate(1);
        JournalFile file = disk.open(FILE);
        file.read(one, at);
        file.write(ByteBuffer.wrap(new byte[] {(byte) (one.get(0) ^ 1 << bit % 8)}), at);
    }

    @Test
    void missingLocationHasNoFilesAndIsNotCreated() throws IOException {
        DeferredRecords files = DeferredRecords.in(() -> false, () -> {
            throw new IOException("created");
        });
        assertThat(files.parts()).isEmpty();
        files.close();
        assertThatThrownBy(() -> files.add(JOURNAL, "DS-1", true, source(1, 1))).hasMessage("created");
    }
}
