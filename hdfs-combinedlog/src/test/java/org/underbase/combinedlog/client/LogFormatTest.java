package org.underbase.combinedlog.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.underbase.combinedlog.client.LogFormat.Identity;

/** Format of a log file as documented, and its corruption. */
class LogFormatTest {
    private static final Identity IDENTITY = new Identity(new UUID(1, 2), 3, 0);

    @Test
    void bytesAreThoseOfTheGuide() throws IOException {
        byte[] record = LogFormat.allocate(ByteBuffer.wrap("hello".getBytes(StandardCharsets.US_ASCII)), 3);
        LogFormat.seal(record, LogFormat.DATA, new LogPosition(0, 64), 3);
        ByteBuffer header = ByteBuffer.wrap(LogFormat.encode(IDENTITY));
        ByteBuffer written = ByteBuffer.wrap(record);

        assertThat(HexFormat.of().formatHex(header.array(), 0, 12)).isEqualTo(hex("UBRECLOG") + "00000001");
        assertThat(header.getLong(16)).isEqualTo(1);
        assertThat(header.getLong(24)).isEqualTo(2);
        assertThat(header.getLong(32)).isEqualTo(3);
        assertThat(header.getLong(40)).isZero();
        assertThat(header.getInt(48)).isZero();
        assertThat(hex("ULR1")).isEqualTo(HexFormat.of().formatHex(record, 0, 4));
        assertThat(written.getInt(8)).isEqualTo(5);
        assertThat(written.getInt(12)).isEqualTo(1);
        assertThat(written.getLong(16)).isZero();
        assertThat(written.getLong(24)).isEqualTo(64);
        assertThat(Arrays.copyOfRange(record, 40, 45)).isEqualTo("hello".getBytes(StandardCharsets.US_ASCII));
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void aLogOfALaterVersionOrWithAnUnknownFeatureIsRejected() {
        for (byte[] header : List.of(LogFormat.encode(IDENTITY, 2, 0), LogFormat.encode(IDENTITY, 1, 4))) {
            MemoryLogFile file = new MemoryLogFile();
            file.set(header);
            assertThatThrownBy(() -> LogRecoveryTest.read(file))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("use a later version");
            assertThatThrownBy(() -> CombinedLog.open(file, LogOptions.defaults()))
                    .hasMessageContaining("use a later version");
            assertThat(file.bytes()).isEqualTo(header);
        }
    }

    @Test
    void aRecordOfALaterVersionIsReported() throws IOException {
        byte[] record = LogFormat.allocate(ByteBuffer.allocate(8), 3);
        LogFormat.seal(record, 9, new LogPosition(0, 64), 3);
        MemoryLogFile file = new MemoryLogFile();
        file.set(join(LogFormat.encode(IDENTITY), record));

        assertThatThrownBy(() -> LogRecoveryTest.read(file)).hasMessageContaining("unsupported record of type 9");
    }

    static byte[] join(byte[] one, byte[] other) {
        byte[] both = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        return both;
    }

    @Test
    void aPayloadThatLooksLikeALogIsNotRead() throws IOException {
        MemoryLogFile inner = new MemoryLogFile();
        try (LogWriter log = CombinedLog.create(inner, LogOptions.defaults())) {
            Appends.append(log, ByteBuffer.wrap(new byte[10]));
        }
        MemoryLogFile outer = new MemoryLogFile();
        try (LogWriter log = CombinedLog.create(outer, LogOptions.defaults())) {
            Appends.append(log, ByteBuffer.wrap(inner.bytes()));
        }
        byte[] corrupt = outer.bytes();
        corrupt[LogFormat.FILE_HEADER] ^= 1;
        outer.set(corrupt);

        try (LogReader reader = new LogReader(outer, new LogPosition(0, 0))) {
            assertThatThrownBy(reader::next).isInstanceOf(CorruptLogException.class);
            assertThat(reader.skipCorrupt()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {20, 21, 22, 23})
    void corruptBytesAreReportedAndNeverReturned(long seed) throws IOException {
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            MemoryLogFile file = new MemoryLogFile();
            List<byte[]> records = new ArrayList<>();
            try (LogWriter log = CombinedLog.create(file, LogOptions.defaults())) {
                for (int i = random.nextInt(8); i >= 0; i--) {
                    records.add(LogRecoveryTest.bytes(random, 200));
                    Appends.append(log, ByteBuffer.wrap(records.get(records.size() - 1)));
                }
            }
            byte[] original = file.bytes();
            byte[] mutated = mutate(random, original);
            file.set(mutated);
            boolean prefix = mutated.length <= original.length
                    && Arrays.equals(original, 0, mutated.length, mutated, 0, mutated.length);
            check(file, records, prefix, "seed " + seed + ", round " + round);
        }
    }

    private static byte[] mutate(Random random, byte[] original) {
        int at = random.nextInt(original.length);
        int length = 1 + random.nextInt(Math.min(60, original.length - at));
        byte[] bytes = original.clone();
        switch (random.nextInt(5)) {
            case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> Arrays.fill(bytes, at, at + length, (byte) 0);
            case 2 -> bytes = join(Arrays.copyOf(bytes, at), Arrays.copyOfRange(bytes, at + length, bytes.length));
            case 3 -> bytes = join(bytes, LogRecoveryTest.bytes(random, 100));
            default ->
                bytes = join(
                        Arrays.copyOf(bytes, at), Arrays.copyOfRange(bytes, at - Math.min(at, length), bytes.length));
        }
        return bytes;
    }

    /** All records that are returned are original ones, in order; a gap is reported first. */
    private static void check(LogFile file, List<byte[]> records, boolean prefix, String run) {
        int next = 0;
        boolean reported = false;
        try (LogReader reader = new LogReader(file, new LogPosition(0, 0))) {
            while (true) {
                try {
                    Optional<LogRecord> found = reader.next();
                    if (found.isEmpty()) {
                        break;
                    }
                    long sequence = found.get().position().sequence();
                    assertThat(sequence).as(run).isGreaterThanOrEqualTo(next);
                    assertThat(sequence == next || reported).as(run).isTrue();
                    assertThat(found.get().toByteArray()).as(run).isEqualTo(records.get((int) sequence));
                    next = (int) sequence + 1;
                } catch (CorruptLogException e) {
                    assertThat(prefix).as(run).isFalse();
                    reported = true;
                    if (reader.skipCorrupt().isEmpty()) {
                        break;
                    }
                }
            }
        } catch (IOException e) {
            // The file header is corrupt.
            assertThat(e.getMessage()).as(run).contains("log");
            assertThat(next).as(run).isZero();
        }
    }
}
