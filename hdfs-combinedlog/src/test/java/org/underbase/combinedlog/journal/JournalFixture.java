package org.underbase.combinedlog.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Options, owner and payloads that the tests of this package share. */
final class JournalFixture {
    /** Options with segments so small that a test fills them. */
    static final JournalOptions SMALL = JournalOptions.defaults()
            .withLayout(3, 64 << 10, 64 << 10, 16 << 10)
            .withSegmentFillTime(Duration.ZERO)
            .withGroupCommitDelay(false)
            .withLinger(Duration.ofMillis(20))
            .withSegmentWaitTimeout(Duration.ZERO);

    private JournalFixture() {}

    /** Owner whose records are durable elsewhere immediately. */
    static class Owner implements Checkpointer<String> {
        final List<Long> durable = new ArrayList<>();
        long forgotten;

        @Override
        public void makeDurable(Set<String> keys, long sequence, Pace pace) throws IOException {
            durable.add(sequence);
        }

        @Override
        public void forgotten(long sequence) {
            forgotten = sequence;
        }
    }

    static ByteBuffer text(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    static ByteBuffer bytes(Random random, int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return ByteBuffer.wrap(bytes);
    }

    static String read(JournalRecord record) {
        return StandardCharsets.UTF_8.decode(record.payload().slice()).toString();
    }

    /** Returns the records that a replay passes to its sink, in order. */
    static List<String> replayed(JournalDevice device) throws IOException {
        List<String> records = new ArrayList<>();
        Journal<String> journal = Journal.open(device, SMALL);
        journal.replay(record -> records.add(record.sequence() + " " + read(record)));
        journal.abandon();
        return records;
    }
}
