package org.underbase.combinedlog.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recovery after a crash at any byte, on a file in memory. */
class LogRecoveryTest {
    private static final LogOptions OPTIONS = LogOptions.defaults();

    static byte[] bytes(Random random, int most) {
        byte[] bytes = new byte[random.nextInt(most + 1)];
        random.nextBytes(bytes);
        return bytes;
    }

    static List<byte[]> read(LogFile file) throws IOException {
        List<byte[]> records = new ArrayList<>();
        try (LogReader reader = new LogReader(file, new LogPosition(0, 0))) {
            for (Optional<LogRecord> next = reader.next(); next.isPresent(); next = reader.next()) {
                assertThat(next.get().position().sequence()).isEqualTo(records.size());
                records.add(next.get().toByteArray());
            }
        }
        return records;
    }

    private static byte[] write(MemoryLogFile file, List<byte[]> records) throws IOException {
        try (LogWriter log = CombinedLog.create(file, OPTIONS)) {
            for (byte[] each : records) {
                Appends.append(log, ByteBuffer.wrap(each));
            }
        }
        return file.bytes();
    }

    @Test
    void everyPrefixContainsItsCompleteRecordsAndCanBeContinued() throws IOException {
        Random random = new Random(20);
        List<byte[]> records = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            records.add(bytes(random, 30));
        }
        byte[] all = write(new MemoryLogFile(), records);
        int complete = 0;
        int nextEnd = LogFormat.FILE_HEADER;
        for (int length = 0; length <= all.length; length++) {
            MemoryLogFile file = new MemoryLogFile();
            file.set(Arrays.copyOf(all, length));
            while (complete < records.size() && length >= nextEnd + recordBytes(records.get(complete))) {
                nextEnd += recordBytes(records.get(complete++));
            }
            List<byte[]> expected = new ArrayList<>(records.subList(0, complete));
            assertThat(read(file)).as("prefix of %s bytes", length).containsExactlyElementsOf(expected);

            continueAfterTwoCrashes(file, random, expected);
        }
        assertThat(complete).isEqualTo(records.size());
    }

    private static int recordBytes(byte[] payload) {
        return LogFormat.RECORD_HEADER + payload.length;
    }

    /** The first crash is at any byte of the resume record, or of the file header. */
    private static void continueAfterTwoCrashes(MemoryLogFile file, Random random, List<byte[]> expected)
            throws IOException {
        byte[] before = file.bytes();
        CombinedLog.open(file, OPTIONS).close();
        byte[] continued = file.bytes();
        int crash = before.length + random.nextInt(continued.length - before.length + 1);
        file.set(Arrays.copyOf(continued, crash));
        assertThat(read(file)).as("crash at byte %s", crash).containsExactlyElementsOf(expected);

        byte[] added = bytes(random, 30);
        try (LogWriter log = CombinedLog.open(file, OPTIONS)) {
            assertThat(log.append(ByteBuffer.wrap(added)).join().sequence()).isEqualTo(expected.size());
        }
        expected.add(added);
        assertThat(read(file)).as("continued at byte %s", crash).containsExactlyElementsOf(expected);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void acknowledgedRecordsSurviveEachCrash(long seed) throws Exception {
        Random random = new Random(seed);
        MemoryLogFile file = new MemoryLogFile();
        List<byte[]> appended = new ArrayList<>();
        LogWriter log = CombinedLog.create(file, OPTIONS);
        for (int round = 0; round < 60; round++) {
            List<CompletableFuture<LogPosition>> written = new ArrayList<>();
            int first = appended.size();
            for (int i = random.nextInt(20); i > 0; i--) {
                byte[] record = bytes(random, 300);
                appended.add(record);
                written.add(log.append(ByteBuffer.wrap(record)));
                if (random.nextInt(4) == 0) {
                    log.sync();
                }
            }
            if (random.nextInt(3) == 0) {
                file.failNextSync(new IOException("injected"));
            }
            file.crash(random);
            List<byte[]> found = read(file);
            long acknowledged = first
                    + written.stream()
                            .filter(each -> each.isDone() && !each.isCompletedExceptionally())
                            .count();
            assertThat((long) found.size()).as("seed %s, round %s", seed, round).isBetween(acknowledged, (long)
                    appended.size());
            appended = new ArrayList<>(appended.subList(0, found.size()));
            assertThat(found).as("seed %s, round %s", seed, round).containsExactlyElementsOf(appended);
            file.failNextSync(null);
            LogWriter next = CombinedLog.open(file, OPTIONS);
            assertThatThrownBy(log::close).isInstanceOf(LogFailedException.class);
            log = next;
        }
        log.close();
    }

    @Test
    void aReaderFollowsTheLogThroughACrashAndItsContinuation() throws IOException {
        MemoryLogFile file = new MemoryLogFile();
        LogWriter log = CombinedLog.create(file, OPTIONS);
        try (LogReader reader = new LogReader(file, new LogPosition(0, 0))) {
            assertThat(reader.next()).isEmpty();
            log.append(ByteBuffer.wrap(new byte[] {1})).join();
            assertThat(reader.next().orElseThrow().toByteArray()).containsExactly(1);
            log.append(ByteBuffer.wrap(new byte[] {2})).join();
            byte[] complete = file.bytes();
            file.set(Arrays.copyOf(complete, complete.length - 1));
            assertThat(reader.next()).isEmpty();

            try (LogWriter next = CombinedLog.open(file, OPTIONS)) {
                next.append(ByteBuffer.wrap(new byte[] {3})).join();
                LogRecord third = reader.next().orElseThrow();
                assertThat(third.toByteArray()).containsExactly(3);
                assertThat(third.position().sequence()).isEqualTo(1);
                assertThat(reader.next()).isEmpty();
                try (LogReader other = new LogReader(file, third.position())) {
                    assertThat(other.next().orElseThrow().toByteArray()).containsExactly(3);
                }
            }
        }
    }

    private static MemoryLogFile logOf(int records) throws IOException {
        MemoryLogFile file = new MemoryLogFile();
        write(file, Collections.nCopies(records, new byte[100]));
        return file;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5, 6, 9})
    void aReaderReportsThatItsLogWasReplaced(int records) throws IOException {
        MemoryLogFile file = logOf(5);
        try (LogReader reader = new LogReader(file, new LogPosition(0, 0))) {
            for (int i = 0; i < 5; i++) {
                assertThat(reader.next()).isPresent();
            }
            byte[] previous = file.bytes();
            file.set(logOf(records).bytes());
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(reader::next)
                        .isInstanceOf(LogReplacedException.class)
                        .hasMessageContaining("memory was replaced by another log");
                assertThatThrownBy(reader::skipCorrupt).isInstanceOf(LogReplacedException.class);
            }
            file.set(previous);
            assertThat(reader.next()).as("the previous log").isEmpty();
            assertThat(reader.position().sequence()).isEqualTo(5);
        }
    }

    @Test
    void aReaderReportsThatItsLogBecameAFileOfAnotherKind() throws IOException {
        MemoryLogFile file = logOf(5);
        try (LogReader reader = new LogReader(file, new LogPosition(0, 0))) {
            assertThat(reader.next()).isPresent();
            file.set("another file".getBytes(StandardCharsets.US_ASCII));
            assertThat(reader.next()).as("open content").isPresent();
            reader.close();
            assertThatThrownBy(reader::next).isInstanceOf(IOException.class).hasMessageContaining("not a log");
        }
    }

    @Test
    void aReaderReportsThatItsClosedLogWasTruncated() throws IOException {
        MemoryLogFile file = logOf(5);
        byte[] all = file.bytes();
        try (LogReader reader = new LogReader(file, new LogPosition(0, 0))) {
            for (int i = 0; i < 5; i++) {
                assertThat(reader.next()).isPresent();
            }
            for (int length : new int[] {0, 63, 64, 300, all.length - 1}) {
                file.set(Arrays.copyOf(all, length));
                assertThatThrownBy(reader::next)
                        .isInstanceOf(CorruptLogException.class)
                        .hasMessageContaining("ends at byte " + length + ", before record 5 at byte " + all.length);
                assertThat(reader.skipCorrupt()).isEmpty();
            }
            file.set(all);
            assertThat(reader.next()).isEmpty();
        }
    }

    @Test
    void aReaderWaitsWhileTheReadableLengthOfAnOpenLogIsBelowItsPosition() throws IOException {
        MemoryLogFile file = new MemoryLogFile();
        try (LogReader reader = new LogReader(file, new LogPosition(0, 0))) {
            LogWriter log = CombinedLog.create(file, OPTIONS);
            log.append(ByteBuffer.wrap(new byte[] {1})).join();
            assertThat(reader.next()).isPresent();
            for (int visible : new int[] {0, 63, 64, file.bytes().length - 1}) {
                file.show(visible);
                assertThat(reader.next()).as("%s readable bytes", visible).isEmpty();
            }
            log.append(ByteBuffer.wrap(new byte[] {2})).join();
            log.close();
            assertThat(reader.next()).as("closed after a late acknowledgement").isEmpty();
            file.show(Integer.MAX_VALUE);
            assertThat(reader.next().orElseThrow().toByteArray()).containsExactly(2);
        }
    }

    @Test
    void aReaderReportsThatACrashRemovedARecordItHasReturned() throws IOException {
        MemoryLogFile file = new MemoryLogFile();
        byte[] all = write(file, List.of(new byte[] {1}, new byte[] {2}));
        try (LogReader reader = new LogReader(file, new LogPosition(0, 0))) {
            assertThat(reader.next()).isPresent();
            assertThat(reader.next()).isPresent();
            // The second record was not acknowledged.
            file.set(Arrays.copyOf(all, all.length - recordBytes(new byte[] {2})));
            try (LogWriter next = CombinedLog.open(file, OPTIONS)) {
                next.append(ByteBuffer.wrap(new byte[] {3})).join();
                next.append(ByteBuffer.wrap(new byte[] {4})).join();
            }
            assertThatThrownBy(reader::next).isInstanceOf(CorruptLogException.class);
        }
    }

    @Test
    void aReaderWaitsForARecordUntilItsTimeout() throws IOException {
        MemoryLogFile file = new MemoryLogFile();
        try (LogWriter log = CombinedLog.create(file, OPTIONS);
                LogReader reader = new LogReader(file, new LogPosition(0, 0))) {
            assertThat(reader.next(Duration.ofMillis(20))).isEmpty();
            CompletableFuture<Void> appended = CompletableFuture.runAsync(() -> {
                try {
                    Appends.append(log, ByteBuffer.wrap(new byte[] {7}));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            assertThat(reader.next(Duration.ofMinutes(1)).orElseThrow().toByteArray())
                    .containsExactly(7);
            appended.join();
        }
    }

    @Test
    void aReaderReturnsEachRecordForTheLongestAndTheShortestTimeouts() throws IOException {
        MemoryLogFile file = new MemoryLogFile();
        write(file, List.of(new byte[] {1}, new byte[] {2}));
        try (LogReader reader = new LogReader(file, new LogPosition(0, 0))) {
            assertThat(reader.next(LogWriterTest.FOREVER).orElseThrow().toByteArray())
                    .containsExactly(1);
            Duration negative = LogWriterTest.FOREVER.negated();
            assertThat(reader.next(negative).orElseThrow().toByteArray()).containsExactly(2);
            assertThat(reader.next(negative)).isEmpty();
        }
    }

    @Test
    void aFileOfAnotherKindIsNeitherReadNorContinued() {
        for (byte[] foreign : List.of(new byte[] {1}, "UBRECLIE".getBytes(StandardCharsets.US_ASCII))) {
            MemoryLogFile file = new MemoryLogFile();
            file.set(foreign);
            assertThatThrownBy(() -> read(file)).isInstanceOf(IOException.class).hasMessageContaining("not a log");
            assertThatThrownBy(() -> CombinedLog.open(file, OPTIONS))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("not a log");
            assertThat(file.bytes()).isEqualTo(foreign);
        }
    }

    @Test
    void aPositionWithoutARecordIsReported() throws IOException {
        MemoryLogFile file = new MemoryLogFile();
        write(file, List.of(new byte[100], new byte[100]));
        try (LogReader reader = new LogReader(file, new LogPosition(1, 70))) {
            assertThatThrownBy(reader::next).isInstanceOf(CorruptLogException.class);
        }
        try (LogReader reader = new LogReader(file, new LogPosition(99, 1L << 40))) {
            assertThatThrownBy(reader::next)
                    .isInstanceOf(CorruptLogException.class)
                    .hasMessageContaining("before record 99 at byte " + (1L << 40));
        }
    }
}
