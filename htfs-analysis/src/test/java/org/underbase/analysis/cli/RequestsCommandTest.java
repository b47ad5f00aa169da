package org.underbase.analysis.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.underbase.analysis.bytype.ByType;
import org.underbase.analysis.bytype.ByTypeFigure;
import org.underbase.analysis.figure.Assumptions;
import org.underbase.analysis.testing.Feed;
import org.underbase.analysis.testing.SyntheticHBase;
import org.underbase.analysis.testing.TestEvent;
import org.underbase.analysis.testing.TestProcess;
import org.underbase.analysis.testing.TestTrace;
import org.underbase.htfs.imports.CacheBenchCsv;
import org.underbase.htfs.imports.ImportResult;
import org.underbase.htfs.imports.TraceImport;
import picocli.CommandLine;

class RequestsCommandTest {
    private static final int RECORD = 24;

    @TempDir
    private Path directory;

    private Path output;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void path() {
        output = directory.resolve("output");
    }

    private record Access(int second, long id, int size, long next) {}

    @Test
    void aFileOfTwoProcessesIsOneObjectAlsoAfterARename() throws IOException {
        TestProcess writer = new TestProcess("n1", "1@1").inode(7);
        long made = writer.create("/a", 3);
        writer.write(made, 10_000).closeOutput(made).rename("/a", "/b");
        TestProcess reader = new TestProcess("n2", "2@1").inode(7);
        reader.at(TestProcess.START_NANOS + Duration.ofSeconds(5).toNanos());
        long input = reader.open("/b");
        reader.pass(Duration.ofSeconds(1)).pread(input, 0, 4096);
        reader.pass(Duration.ofSeconds(2)).pread(input, 4000, 200);
        writer.at(TestProcess.START_NANOS + Duration.ofSeconds(20).toNanos());
        writer.pread(writer.open("/b"), 8192, 100);
        writer.pass(Duration.ofSeconds(1)).pread(writer.open("/b"), 4096, 1);
        List<TestEvent> events = new ArrayList<>(writer.events());
        events.addAll(reader.events());

        assertThat(run("oraclegeneral", TestTrace.write(directory.resolve("trace"), events)))
                .isZero();
        List<Access> accesses = read();
        long block = accesses.get(0).id;
        assertThat(accesses)
                .containsExactly(
                        new Access(0, block, 4096, 2),
                        new Access(2, block, 4096, -1),
                        new Access(2, block + 1, 4096, 5),
                        new Access(14, block + 2, 4096, -1),
                        new Access(15, block + 1, 4096, -1));
        assertThat(block).isPositive();
        assertThat(out.toString()).contains("4 requests, 5 records of blocks of 4.0 KiB");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void theNextAccessIsThatOfAModel(long seed) throws IOException {
        List<TestEvent> events = SyntheticHBase.events(seed, 3, 40);
        assertThat(run("oraclegeneral", TestTrace.write(directory.resolve("trace"), events)))
                .isZero();
        List<Access> accesses = read();
        assertThat(accesses).hasSizeGreaterThan(40_000);
        Map<Long, Long> next = new HashMap<>();
        for (int i = accesses.size() - 1; i >= 0; i--) {
            Long expected = next.put(accesses.get(i).id, i + 1L);
            assertThat(accesses.get(i).next).as("record %d", i).isEqualTo(expected == null ? -1 : expected);
        }
    }

    @Test
    void operationsAndKindsAreInTheOtherVariant() throws IOException {
        String region = "/hbase/data/default/messages/0123456789abcdef0123456789abcdef";
        TestProcess process = new TestProcess("n1", "1@1");
        process.pread(process.open(region + "/Keywords/f"), 0, 10);
        process.write(process.create(region + "/Actions/f", 3), 10);
        process.pread(process.open(region + "/Keywords/f"), 20, 10);
        Path trace = TestTrace.write(directory.resolve("trace"), process.events());
        assertThat(run("oraclegeneralopns", trace)).isZero();
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(output)).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(bytes.remaining()).isEqualTo(3 * 27);
        assertThat(List.of(bytes.get(16), bytes.get(27 + 16), bytes.get(54 + 16)))
                .containsExactly((byte) 12, (byte) 13, (byte) 12);
        assertThat(List.of(bytes.getShort(17), bytes.getShort(27 + 17))).containsExactly((short) 1, (short) 0);
        assertThat(List.of(bytes.getLong(19), bytes.getLong(27 + 19), bytes.getLong(54 + 19)))
                .containsExactly(3L, -1L, -1L);
        assertThat(out.toString()).contains("namespace 0: messages/Actions", "namespace 1: messages/Keywords");
    }

    @Test
    void lcsHasAHeaderAndTheRequestsOfTheVariantWithOperations() throws IOException {
        Path trace = TestTrace.write(directory.resolve("trace"), SyntheticHBase.events(4, 3, 40));
        assertThat(run("oraclegeneralopns", trace)).isZero();
        ByteBuffer expected = ByteBuffer.wrap(Files.readAllBytes(output)).order(ByteOrder.LITTLE_ENDIAN);
        String kinds = out.toString().replaceAll("(?s)^.*?namespace", "namespace");
        Files.delete(output);
        assertThat(run("lcs", trace)).isZero();
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(output)).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(out.toString()).endsWith(kinds.replace("namespace", "tenant"));

        int records = expected.remaining() / 27;
        assertThat(bytes.remaining()).isEqualTo(8192 + records * 28);
        Set<Long> objects = new HashSet<>();
        Set<Integer> tenants = new HashSet<>();
        long reads = 0;
        int last = 0;
        bytes.position(8192);
        while (expected.hasRemaining()) {
            int time = expected.getInt();
            long id = expected.getLong();
            int size = expected.getInt();
            byte operation = expected.get();
            int kind = expected.getShort();
            assertThat(List.of(bytes.getInt(), bytes.getLong(), bytes.getInt(), bytes.getInt(), bytes.getLong()))
                    .containsExactly(time, id, size, operation | kind << 8, expected.getLong());
            objects.add(id);
            tenants.add(kind);
            reads += operation == 12 ? 1 : 0;
            last = Math.max(last, time);
        }
        long[] header = new long[15];
        bytes.rewind().asLongBuffer().get(header);
        assertThat(header)
                .containsExactly(
                        0x123456789ABCDEF0L,
                        2,
                        1,
                        records,
                        objects.size(),
                        records * 4096L,
                        objects.size() * 4096L,
                        0,
                        last,
                        reads,
                        records - reads,
                        0,
                        4096,
                        4096,
                        4096);
        assertThat(bytes.getInt(568)).isEqualTo(tenants.size()).isGreaterThan(1);
        assertThat(bytes.getLong(8184)).isEqualTo(0x123456789ABCDEF0L);
    }

    @Test
    void cacheBenchLinesMoveTheBytesOfTheTrace() throws IOException {
        List<TestEvent> events = SyntheticHBase.events(3, 3, 40);
        assertThat(run("cachebench", TestTrace.write(directory.resolve("trace"), events), "--block", "64k"))
                .isZero();
        ImportResult imported = new TraceImport(new CacheBenchCsv(), true, (bytes, total, lines) -> {})
                .run(List.of(output), directory.resolve("imported"));
        assertThat(imported.written()).isTrue();
        assertThat(imported.badLines()).isZero();
        long read = 0;
        long written = 0;
        for (String line : Files.readAllLines(output)) {
            String[] fields = line.split(",", -1);
            assertThat(fields).hasSize(11);
            read += fields[7].startsWith("getChunkData") ? Long.parseLong(fields[3]) : 0;
            written += fields[7].startsWith("putChunk") ? Long.parseLong(fields[3]) : 0;
        }
        ByType.OfType all = Feed.whole(new ByTypeFigure(), new Assumptions(3, 1 << 20), events)
                .all();
        assertThat(read).isEqualTo(all.read());
        assertThat(written).isEqualTo(all.written());
    }

    @Test
    void anExistingFileIsKeptAndReported() throws IOException {
        Files.writeString(output, "precious");
        Path trace = TestTrace.write(directory.resolve("trace"), SyntheticHBase.events(1, 1, 2));
        assertThat(run("oraclegeneral", trace)).isEqualTo(1);
        assertThat(err.toString()).contains("the file exists");
        assertThat(Files.readString(output)).isEqualTo("precious");
    }

    @Test
    void requestsWithoutAnOffsetAreCounted() throws IOException {
        TestProcess process = new TestProcess("n1", "1@1");
        process.readSomewhere(process.open("/a"), 100);
        assertThat(run("cachebench", TestTrace.write(directory.resolve("trace"), process.events())))
                .isZero();
        assertThat(err.toString()).contains("1 reads and writes have no offset in the trace and are not exported");
        assertThat(Files.readAllLines(output)).hasSize(1);
    }

    private List<Access> read() throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(output)).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(bytes.remaining() % RECORD).isZero();
        List<Access> accesses = new ArrayList<>();
        while (bytes.hasRemaining()) {
            accesses.add(new Access(bytes.getInt(), bytes.getLong(), bytes.getInt(), bytes.getLong()));
        }
        return accesses;
    }

    private int run(String format, Path trace, String... more) {
        List<String> args = new ArrayList<>(List.of("--format", format, "-o", output.toString(), trace.toString()));
        args.addAll(List.of(more));
        return new CommandLine(new RequestsCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .setExecutionExceptionHandler((failure, line, parsed) -> {
                    line.getErr().println(failure.getMessage());
                    return 1;
                })
                .execute(args.toArray(String[]::new));
    }
}
