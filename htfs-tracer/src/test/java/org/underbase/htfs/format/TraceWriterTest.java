package org.underbase.htfs.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Segments of {@link TraceWriter}, read back with the reader of all traces. */
class TraceWriterTest {
    private static final SegmentHeader PROCESS =
            SegmentHeader.of("n1", 7, 1_700_000_000_000L, "hbase", "imported=test");

    @TempDir
    Path dir;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void theReaderReturnsTheEventsOfOtherTraces(long seed) throws Exception {
        List<TraceEvent> events = new ArrayList<>();
        for (long trace = 0; trace < 4; trace++) {
            events.addAll(FuzzTrace.of(seed * 100 + trace).events());
        }
        SplittableRandom random = new SplittableRandom(seed);
        int blockEvents = 1 + random.nextInt(60);
        long segmentBytes = 1 + random.nextLong(20_000);
        try (TraceWriter writer = new TraceWriter(dir, PROCESS, blockEvents, segmentBytes)) {
            for (TraceEvent event : events) {
                writer.write(event);
            }
        }

        Read read = read(dir);

        assertThat(read.report().complete()).as("seed %d", seed).isTrue();
        assertThat(read.events()).hasSize(events.size());
        for (int from = 0; from < events.size(); from += blockEvents) {
            List<TraceEvent> block = new ArrayList<>(events.subList(from, Math.min(events.size(), from + blockEvents)));
            block.sort(Comparator.comparingLong(TraceEvent::startNanos));
            for (int i = 0; i < block.size(); i++) {
                assertSame(read.events().get(from + i), block.get(i), "seed " + seed + ", event " + (from + i));
            }
        }
    }

    @Test
    void theSameEventsGiveTheSameFiles() throws Exception {
        List<TraceEvent> events = FuzzTrace.of(3).events();
        for (String name : List.of("a", "b")) {
            write(Files.createDirectory(dir.resolve(name)), events, 10, 2_000);
        }

        List<Path> files = files(dir.resolve("a"));
        assertThat(files).hasSizeGreaterThan(1);
        for (Path file : files) {
            assertThat(dir.resolve("b").resolve(file.getFileName())).hasSameBinaryContentAs(file);
        }
    }

    @Test
    void everyPrefixOfASegmentIsReadable() throws Exception {
        List<TraceEvent> events = FuzzTrace.of(5).events().subList(0, 40);
        write(dir, events, 16, Long.MAX_VALUE);
        byte[] bytes = Files.readAllBytes(files(dir).get(0));
        List<TraceEvent> all = TraceFuzz.read(bytes).events();
        int most = 0;

        for (int length = 0; length < bytes.length; length++) {
            List<TraceEvent> read = TraceFuzz.read(Arrays.copyOf(bytes, length)).events();
            assertThat(read).as("cut off at %d", length).isEqualTo(all.subList(0, read.size()));
            assertThat(read.size()).as("cut off at %d", length).isGreaterThanOrEqualTo(most);
            most = read.size();
        }
        assertThat(most).isEqualTo(events.size());
    }

    @Test
    void aKilledWriterLeavesItsBlocks() throws Exception {
        TraceWriter writer = new TraceWriter(dir, PROCESS, 4, Long.MAX_VALUE);
        List<TraceEvent> events = FuzzTrace.of(5).events().subList(0, 10);
        for (TraceEvent event : events) {
            writer.write(event);
        }

        assertThat(writer.pending()).isEqualTo(2);
        Read read = read(dir);
        assertThat(read.events()).hasSize(8);
        assertThat(read.report().unclosed()).hasSize(1);
        writer.close();
        assertThat(read(dir).events()).hasSize(10);
    }

    @Test
    void anotherWriterContinuesASuspendedProcess() throws Exception {
        List<TraceEvent> events = FuzzTrace.of(5).events();
        SegmentHeader process = PROCESS;
        for (TraceEvent event : events.subList(0, 5)) {
            TraceWriter writer = new TraceWriter(dir, process);
            writer.write(event);
            process = writer.suspend();
        }
        new TraceWriter(dir, process).close();

        Read read = read(dir);
        assertThat(read.events()).hasSize(5);
        assertThat(read.report().complete()).isTrue();
        assertThat(files(dir)).hasSize(6);
        try (SegmentReader last =
                TraceFiles.open(new Configuration(false), slice(files(dir).get(5)))) {
            assertThat(last.nextHeader().orElseThrow().kind()).isEqualTo(BlockHeader.Kind.END_OF_RECORDING);
        }
    }

    @Test
    void lineEndsInTheNamesOfAProcessAreBlanks() throws Exception {
        SegmentHeader process = SegmentHeader.of("a\rb", 7, 1, "c\nd", "e\r\nf");
        try (TraceWriter writer = new TraceWriter(dir, process)) {
            writer.write(FuzzTrace.of(1).events().get(0));
        }

        Read read = read(dir);
        assertThat(read.report().complete()).isTrue();
        assertThat(read.events().get(0).host()).isEqualTo("a b");
        assertThat(read.events().get(0).label()).isEqualTo("e  f");
    }

    @Test
    void noEventsNoFile() throws Exception {
        new TraceWriter(dir, PROCESS).close();

        assertThat(files(dir)).isEmpty();
    }

    @Test
    void anExistingSegmentIsKept() throws Exception {
        write(dir, FuzzTrace.of(1).events(), 100, Long.MAX_VALUE);
        byte[] before = Files.readAllBytes(files(dir).get(0));

        assertThatThrownBy(() -> write(dir, FuzzTrace.of(1).events(), 100, Long.MAX_VALUE))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(files(dir).get(0)).hasBinaryContent(before);
    }

    @Test
    void valuesBeyondTheLimitsAreRejected() throws Exception {
        TraceEvent good = FuzzTrace.of(1).events().get(0).copy();
        try (TraceWriter writer = new TraceWriter(dir, PROCESS)) {
            writer.write(good);
            for (TraceEvent bad : List.of(
                    event(Long.MAX_VALUE, 0, Call.OPEN, 1),
                    event(Long.MIN_VALUE, 0, Call.OPEN, 1),
                    event(1L << 62, 0, Call.OPEN, 1),
                    event(1L << 61, 1L << 61, Call.OPEN, 1),
                    event(-(1L << 62), Long.MAX_VALUE, Call.OPEN, 1),
                    event(0, 0, Call.PREAD, 1L << 31))) {
                assertThatIllegalArgumentException().isThrownBy(() -> writer.write(bad));
            }
            writer.write(event((1L << 62) - 1, 0, Call.WRITE, Integer.MAX_VALUE));
            writer.write(event(-(1L << 62), (1L << 62) - 1, Call.READ_SERIES, 1L << 40));
        }

        assertThat(read(dir).events()).hasSize(3);
        assertThat(read(dir).report().complete()).isTrue();
    }

    private static TraceEvent event(long start, long duration, Call call, long result) {
        return new EventCopy(
                start,
                duration,
                call,
                Activity.OTHER,
                BlockHeader.ALL,
                "",
                "",
                "",
                "t",
                -1,
                "",
                1,
                "/f",
                "",
                -1,
                FileIdentity.NONE,
                -1,
                -1,
                0,
                1,
                result,
                "",
                "");
    }

    private static void write(Path to, List<TraceEvent> events, int blockEvents, long segmentBytes) throws IOException {
        try (TraceWriter writer = new TraceWriter(to, PROCESS, blockEvents, segmentBytes)) {
            for (TraceEvent event : events) {
                writer.write(event);
            }
        }
    }

    /** All fields are equal, except those of the process. */
    private static void assertSame(TraceEvent read, TraceEvent written, String what) {
        assertThat(read.host()).as(what).isEqualTo("n1");
        assertThat(read.label()).as(what).isEqualTo("imported=test");
        assertThat(read)
                .as(what)
                .usingRecursiveComparison()
                .ignoringFields("host", "process", "label")
                .isEqualTo(written);
    }

    private record Read(List<TraceEvent> events, ReadReport report) {}

    private static Read read(Path from) throws IOException {
        List<TraceEvent> events = new ArrayList<>();
        try (TraceReader reader = TraceReader.open(new Configuration(false), List.of(from.toString()))) {
            while (reader.next()) {
                events.add(reader.event().copy());
            }
            return new Read(events, reader.report());
        }
    }

    private static TraceSlice slice(Path file) throws IOException {
        return new TraceSlice(file.toString(), 0, Files.size(file));
    }

    private static List<Path> files(Path in) throws IOException {
        try (Stream<Path> files = Files.list(in)) {
            return files.sorted().toList();
        }
    }
}
