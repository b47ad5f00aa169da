package org.underbase.combinedlog.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Random damage to all files of a journal, also to its ID and its mark of an empty journal. Opening and replaying returns records as
 * they were written or fails with one line, and a journal that opens can be used.
 */
@Timeout(600)
class JournalFuzzTest {
    private static final long SEED = 20_261_126;
    private static final int CASES = 4_000;
    private static final int CORRUPT_LENGTH = 48 << 20;

    private final Map<Long, ByteBuffer> written = new HashMap<>();

    private SimulatedDisk journal(Random random, boolean closed) throws IOException {
        written.clear();
        SimulatedDisk disk = new SimulatedDisk(new PowerSupply());
        Journal<String> journal = Journal.open(disk, JournalFixture.SMALL);
        SteppedJournal.start(journal, new JournalFixture.Owner());
        for (int commit = 0; commit < 32; commit++) {
            for (int i = random.nextInt(3); i >= 0; i--) {
                ByteBuffer payload = JournalFixture.bytes(random, random.nextInt(300));
                written.put(journal.append("key", 1, payload), payload);
            }
            assertThat(SteppedJournal.commit(journal)).isTrue();
        }
        if (closed) {
            journal.close();
        } else {
            journal.abandon();
        }
        return disk;
    }

    private static void damage(SimulatedDisk disk, Random random) {
        List<String> names = new ArrayList<>(disk.list());
        byte[] content = disk.content(names.get(random.nextInt(names.size())));
        // Headers are a small part of the files, and most of the format.
        int range = random.nextBoolean() ? Math.min(content.length, 1_100) : content.length;
        int at = random.nextInt(range);
        int length = Math.min(content.length - at, 1 << random.nextInt(13));
        switch (random.nextInt(4)) {
            case 0 -> content[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> random.nextBytes(content);
            case 2 -> Arrays.fill(content, at, at + length, (byte) 0);
            default -> {
                byte[] other = disk.content(names.get(random.nextInt(names.size())));
                int from = random.nextInt(other.length);
                System.arraycopy(other, from, content, at, Math.min(length, other.length - from));
            }
        }
    }

    private void replay(SimulatedDisk disk) throws IOException {
        Journal<String> journal = Journal.open(disk, JournalFixture.SMALL);
        long[] before = {0};
        journal.replay(record -> {
            assertThat(record.payload()).isEqualTo(written.get(record.sequence()));
            assertThat(record.sequence()).isGreaterThan(before[0]);
            before[0] = record.sequence();
        });
        SteppedJournal.start(journal, new JournalFixture.Owner());
        journal.append("key", 1, JournalFixture.text("after"));
        assertThat(SteppedJournal.commit(journal)).isTrue();
        journal.abandon();
        assertThat(JournalFixture.replayed(disk)).hasSize(1);
    }

    @Test
    void damagedJournalReturnsWhatWasWrittenOrFailsWithOneLine() throws IOException {
        int opened = 0;
        int rejected = 0;
        for (long seed = SEED; seed < SEED + CASES; seed++) {
            Random random = new Random(seed);
            SimulatedDisk disk = journal(random, random.nextInt(4) == 0);
            for (int i = random.nextInt(4); i >= 0; i--) {
                damage(disk, random);
            }
            try {
                replay(disk);
                opened++;
            } catch (IOException e) {
                assertThat(e.getMessage()).as("seed %d", seed).isNotBlank().doesNotContain("\n");
                rejected++;
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + ": " + e, e);
            }
        }
        assertThat(opened).isGreaterThan(CASES / 2);
        assertThat(rejected).isPositive();
    }

    /** File that contains one corrupt record, whose length is nearly that of the segment. */
    private static final class CorruptLength implements JournalFile {
        private final ByteBuffer head = ByteBuffer.allocate(RecordCodec.HEADER);
        private int largest;

        CorruptLength(SegmentHeader header) {
            RecordCodec.put(head, 1, header.firstSequence(), CORRUPT_LENGTH);
            RecordCodec.seal(head.putInt(8, RecordCodec.HEADER), 0, header.epoch(), header.salt());
            head.putInt(8, CORRUPT_LENGTH);
        }

        @Override
        public long size() {
            return 2L * CORRUPT_LENGTH;
        }

        @Override
        public void read(ByteBuffer buffer, long position) {
            largest = Math.max(largest, buffer.capacity());
            if (position == SegmentHeader.PAGE) {
                buffer.put(head.array(), 0, Math.min(buffer.remaining(), RecordCodec.HEADER));
            }
            buffer.position(buffer.limit());
        }

        @Override
        public void write(ByteBuffer buffer, long position) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void force() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void corruptLengthAllocatesNoMemory() throws IOException {
        SegmentHeader header = new SegmentHeader(new UUID(1, 2), 3, 4, 2L * CORRUPT_LENGTH, 5);
        CorruptLength file = new CorruptLength(header);
        long last = new SegmentReader(file, file.size(), header).each(record -> {
            throw new AssertionError("record " + record.sequence());
        });
        assertThat(last).isEqualTo(header.firstSequence() - 1);
        assertThat(file.largest).isLessThanOrEqualTo(256 << 10);
    }
}
