package org.underbase.analysis.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.underbase.analysis.Analysis;
import org.underbase.analysis.TraceHealth;
import org.underbase.analysis.run.Progress;
import org.underbase.analysis.testing.TestResults;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.SegmentHeader;
import org.underbase.htfs.format.TraceFiles;
import org.underbase.htfs.record.FileRef;
import org.underbase.htfs.record.StreamRef;
import org.underbase.htfs.record.ThreadTrace;
import org.underbase.htfs.record.TraceKeys;
import org.underbase.htfs.record.Tracer;
import picocli.CommandLine;

/** The command on traces of the real recorder. */
class AnalyzeCommandTest {
    private static final String STORE = "/hbase/data/default/messages/0123456789abcdef0123456789abcdef/.tmp/Actions/f1";

    @TempDir
    Path directory;

    private Path trace;
    private Path report;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void paths() {
        trace = directory.resolve("trace");
        report = directory.resolve("report");
    }

    @Test
    void printsTheTableAndWritesTheReport() throws IOException {
        record(2000);
        assertThat(run(trace.toString(), "--out", report.toString(), "--title", "My \u001b[2Jrun"))
                .isZero();
        assertThat(out.toString()).contains("BY LAYER", "BY ACTIVITY", "flush  ");
        assertThat(err.toString()).contains("report: " + report.resolve("index.html"));
        assertThat(Files.readString(report.resolve("index.html")))
                .contains("<h1>My \\u001b[2Jrun</h1>", "underbaseReport")
                .doesNotContain("\u001b");
    }

    @Test
    void printsJson() throws IOException {
        record(2000);
        assertThat(run(trace.toString(), "--out", report.toString(), "--json", "--threads", "1"))
                .isZero();
        JsonNode result = new ObjectMapper().readTree(out.toString());
        assertThat(result.at("/summary/events").asLong()).isEqualTo(2002);
        assertThat(result.at("/layers/core/written").asLong()).isEqualTo(2_000_000);
        assertThat(result.at("/layers/local/written").asLong()).isEqualTo(4_000_000);
        assertThat(result.at("/fileSizes/kinds/0/kind").asText()).isEqualTo("Actions");
        assertThat(result.at("/trace/corruptRangeCount").asLong()).isZero();
        assertThat(result.at("/trace/corruptRanges").isArray()).isTrue();
        assertThat(result.has("reconciliation")).isFalse();
    }

    @Test
    void printsTheOptionsOfAWorkload() throws IOException {
        record(100);
        assertThat(run(trace.toString(), "--out", report.toString(), "--fit", "messages"))
                .isZero();
        assertThat(out.toString()).startsWith("./underbase workload messages load");
    }

    @Test
    void aFullDiskIsReportedWithTheFile() throws IOException {
        record(100);
        Path full = Path.of("/dev/full");
        assumeThat(full).as("/dev/full").exists();
        Path result = Files.createSymbolicLink(Files.createDirectory(report).resolve("result.json"), full);
        assertThat(run(trace.toString(), "--out", report.toString())).isEqualTo(1);
        assertThat(err.toString()).contains("cannot write " + result + ": No space left on device");
    }

    @Test
    void comparesWithCounters() throws IOException {
        record(2000);
        Path counters = directory.resolve("counters.json");
        TestResults.counters(4_000_000, 0).write(counters);
        assertThat(run(trace.toString(), "--out", report.toString(), "--counters", counters.toString()))
                .isZero();
        assertThat(out.toString()).contains("TRACE AND DATANODES", "agrees");
    }

    @Test
    void corruptRangesAreReportedAndTheRestIsAnalyzed() throws IOException {
        record(20_000);
        Path segment = onlySegment();
        byte[] bytes = Files.readAllBytes(segment);
        bytes[bytes.length / 2] ^= 0x40;
        Files.write(segment, bytes);
        assertThat(run(trace.toString(), "--out", report.toString(), "--json")).isZero();
        assertThat(err.toString()).contains("corrupt: " + segment);
        JsonNode result = new ObjectMapper().readTree(out.toString());
        assertThat(result.at("/summary/events").asLong()).isBetween(1L, 20_001L);
        assertThat(result.at("/trace/corruptRangeCount").asLong()).isPositive();
    }

    @Test
    void theEventsOfACopyCountOnce() throws IOException {
        record(2000);
        Files.copy(onlySegment(), trace.resolve("backup" + TraceFiles.SUFFIX));
        assertThat(run(trace.toString(), "--out", report.toString(), "--json")).isZero();
        assertThat(err.toString()).contains("skipped: " + trace, "it is a copy of " + trace);
        JsonNode result = new ObjectMapper().readTree(out.toString());
        assertThat(result.at("/summary/events").asLong()).isEqualTo(2002);
        assertThat(result.at("/layers/core/written").asLong()).isEqualTo(2_000_000);
    }

    /** Hashing keeps the layout of paths and the words of threads, from which kinds and activities follow. */
    @Test
    void aHashedTraceKeepsKindsAndActivities() throws Exception {
        Configuration conf = new Configuration(false);
        conf.set(TraceKeys.DIR.name(), trace.toString());
        conf.set(TraceKeys.HASH.name(), "true");
        conf.set(TraceKeys.HASH_SECRET.name(), "a secret of sixteen bytes");
        try (Tracer tracer = Tracer.start(conf)) {
            ThreadTrace here = tracer.here();
            StreamRef out = tracer.stream(tracer.newFile(STORE));
            here.exit(here.enter(), Call.CREATE, out, 0, -1, 0);
            here.exit(here.enter(), Call.WRITE, out, 0, 100, 100);
            here.exit(here.enter(), Call.CREATE, tracer.stream(tracer.newFile("/hbase/WALs/n1/log")), 0, -1, 0);
            StreamRef in = tracer.stream(tracer.file(STORE.replace(".tmp/", "")));
            Thread prefetch = new Thread(
                    () -> tracer.here().exit(tracer.here().enter(), Call.PREAD, in, 0, 50, 50),
                    "hfile-prefetch-1700000000000");
            prefetch.start();
            prefetch.join();
        }
        assertThat(run(trace.toString(), "--out", report.toString(), "--json")).isZero();
        JsonNode result = new ObjectMapper().readTree(out.toString());
        assertThat(result.at("/fileSizes/kinds/0/kind").asText()).matches("[0-9a-f]{16}");
        assertThat(result.at("/fileSizes/kinds/1/kind").asText()).isEqualTo("WAL");
        assertThat(result.at("/layers/core/written").asLong()).isEqualTo(100);
        assertThat(result.at("/layers/bySubActivity/0/subActivity").asText()).isEqualTo("prefetch");
        assertThat(result.at("/layers/bySubActivity/0/read").asLong()).isEqualTo(50);
    }

    @Test
    void aSampledTraceIsReportedAndScaled() throws IOException {
        Configuration conf = new Configuration(false);
        conf.set(TraceKeys.DIR.name(), trace.toString());
        conf.set(TraceKeys.SAMPLING.name(), "0.25");
        int recorded = 0;
        try (Tracer tracer = Tracer.start(conf)) {
            ThreadTrace here = tracer.here();
            for (int i = 0; i < 100; i++) {
                StreamRef stream = tracer.stream(tracer.newFile(STORE + i));
                long start = here.enter(stream);
                recorded += start == ThreadTrace.SKIP ? 0 : 1;
                here.exit(start, Call.WRITE, stream, 0, 1000, 1000);
            }
        }
        Path counters = directory.resolve("counters.json");
        TestResults.counters(300_000, 0).write(counters);
        assertThat(run(trace.toString(), "--out", report.toString(), "--json", "--counters", counters.toString()))
                .isZero();
        assertThat(err.toString()).contains("sampled: the trace contains the calls on 25.0% of the files");
        JsonNode result = new ObjectMapper().readTree(out.toString());
        assertThat(recorded).isBetween(5, 50);
        assertThat(result.at("/layers/hdfs/written").asLong()).isEqualTo(recorded * 4000L);
        assertThat(result.at("/summary/written").asLong()).isEqualTo(recorded * 4000L);
        assertThat(result.at("/trace/sampledFraction").asDouble()).isEqualTo(0.25);
        assertThat(result.at("/reconciliation/notes").toString()).contains("fraction of the files");
    }

    /** A file may be no trace, or may have been deleted since the search; the others count. */
    @Test
    void unreadableFilesAreReportedAndTheOthersAreAnalyzed() throws Exception {
        record(2000);
        Files.writeString(trace.resolve("garbage" + TraceFiles.SUFFIX), "this is not a trace but some other text");
        Path expired = Files.writeString(trace.resolve("expired" + TraceFiles.SUFFIX), "deleted before it is read");
        Analysis analysis = Analysis.of(List.of(trace.toString()), new Configuration(false));
        Files.delete(expired);

        TraceHealth health = analysis.run(Progress.NONE).health();

        assertThat(health.segments()).isEqualTo(1);
        assertThat(health.corruptRangeCount()).isEqualTo(2);
        assertThat(health.corruptRanges())
                .anySatisfy(range -> assertThat(range)
                        .isEqualTo(trace.resolve("garbage.ubtrace")
                                + ": at byte 0, 39 bytes: not a trace: the magic bytes are missing"))
                .anySatisfy(range -> assertThat(range).startsWith(expired + ": at byte 0, 25 bytes: "));
        assertThat(run(trace.toString(), "--out", report.toString(), "--json")).isZero();
        assertThat(err.toString()).contains("corrupt: " + trace.resolve("garbage.ubtrace"));
    }

    /** A local file that may not be read throws the exception of a missing one. */
    @Test
    void anExistingFileThatCannotBeOpenedEndsTheAnalysis() throws Exception {
        record(20);
        Configuration conf = new Configuration(false);
        conf.setClass("fs.closed.impl", ClosedFiles.class, FileSystem.class);
        Analysis analysis = Analysis.of(List.of(trace.toString(), "closed:" + onlySegment()), conf);

        assertThatThrownBy(() -> analysis.run(Progress.NONE))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessageEndingWith("(Permission denied)");
    }

    /** Local file system whose files may not be read. */
    static final class ClosedFiles extends RawLocalFileSystem {
        @Override
        public URI getUri() {
            return URI.create("closed:///");
        }

        @Override
        public FSDataInputStream open(org.apache.hadoop.fs.Path file, int bufferSize) throws IOException {
            throw new FileNotFoundException(file + " (Permission denied)");
        }
    }

    @Test
    void aNewerVersionIsRejected() throws IOException {
        record(20);
        Path segment = onlySegment();
        byte[] bytes = Files.readAllBytes(segment);
        bytes[8] = 99;
        int header = 16 + (bytes[12] & 0xff) + ((bytes[13] & 0xff) << 8);
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, header);
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(header, (int) crc.getValue());
        Files.write(trace.resolve("newer" + TraceFiles.SUFFIX), bytes);
        assertThat(run(trace.toString(), "--out", report.toString())).isEqualTo(1);
        assertThat(err.toString()).contains("newer.ubtrace: unsupported format version 99");
        assertThat(run(trace.toString(), "--out", report.toString(), "--skip-bad"))
                .isZero();
        assertThat(err.toString()).contains("corrupt: " + trace.resolve("newer.ubtrace") + ": at byte 0, ");
    }

    @Test
    void anOutputDirectoryThatIsAFileIsRejectedBeforeTheTraceIsRead() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "kept");
        assertThat(run(trace.toString(), "--out", file.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("invalid --out " + file + ": is not a directory");
        assertThat(file).hasContent("kept");
    }

    @Test
    void locationsWithoutATraceAreRejected() throws IOException {
        assertThat(run(directory.resolve("nowhere").toString())).isEqualTo(1);
        assertThat(err.toString()).contains("nowhere").hasLineCount(1);
        Files.createDirectories(trace);
        err.getBuffer().setLength(0);
        assertThat(run(trace.toString())).isEqualTo(1);
        assertThat(err.toString()).contains("no trace").hasLineCount(1);
        err.getBuffer().setLength(0);
        Path text = Files.writeString(directory.resolve("text.ubtrace"), "this is not a trace but some other text");
        assertThat(run(text.toString())).isEqualTo(1);
        assertThat(err.toString()).contains("text.ubtrace").hasLineCount(1);
        assertThat(run()).isEqualTo(2);
        assertThat(run(text.toString(), "--threads", "-1")).isEqualTo(2);
    }

    @Test
    void aTimeAndATableSelectCalls() throws IOException {
        record(2000);
        assertThat(run(trace.toString(), "--out", report.toString(), "--json", "--from", "0s", "--table", "messages"))
                .isZero();
        JsonNode result = new ObjectMapper().readTree(out.toString());
        assertThat(result.at("/summary/events").asLong()).isEqualTo(2002);
        assertThat(run(trace.toString(), "--to", "2001-01-01T00:00:00Z")).isEqualTo(1);
        assertThat(err.toString()).contains("no events in " + trace + " match --from, --to and --table");
    }

    @Test
    void theDisksOfASimulatorAreTheFourthLayer() throws IOException {
        record(2000);
        Path file = directory.resolve("simulated.json");
        Files.writeString(file, "{\"layers\": {\"disks\": {\"read\": 36, \"written\": 64}}, \"simulation\": \"1 GB\"}");
        assertThat(run(trace.toString(), "--out", report.toString(), "--json", "--simulated", file.toString()))
                .isZero();
        JsonNode result = new ObjectMapper().readTree(out.toString());
        assertThat(result.at("/layers/disks/written").asLong()).isEqualTo(64);
        assertThat(result.at("/simulation").asText()).isEqualTo("1 GB");
        assertThat(run(trace.toString(), "--out", report.toString(), "--simulated", file.toString()))
                .isZero();
        assertThat(out.toString())
                .containsPattern("disks below the page cache \\(simulator\\) +36 B +64 B +36/64 +36/64");
        for (String invalid : List.of("{}", "{\"layers\": {\"disks\": {\"read\": -1, \"written\": 0}}}", "{")) {
            Files.writeString(file, invalid);
            err.getBuffer().setLength(0);
            assertThat(run(trace.toString(), "--simulated", file.toString())).isEqualTo(1);
            assertThat(err.toString()).contains(file.toString()).hasLineCount(1);
        }
    }

    @Test
    void onlyTheNamedFiguresAreComputed() throws IOException {
        record(2000);
        assertThat(run(trace.toString(), "--out", report.toString(), "--json")).isZero();
        ObjectNode all = (ObjectNode) new ObjectMapper().readTree(out.toString());
        for (String figure : List.of("latency", "heat")) {
            out.getBuffer().setLength(0);
            assertThat(run(trace.toString(), "--out", report.toString(), "--json", "--only", figure))
                    .isZero();
            ObjectNode some = (ObjectNode) new ObjectMapper().readTree(out.toString());
            assertThat(all.deepCopy().retain("summary", figure.equals("heat") ? "heat" : "latencies"))
                    .isEqualTo(some.deepCopy().retain("summary", "heat", "latencies"));
            assertThat(some.has("layers")).isFalse();
        }
        out.getBuffer().setLength(0);
        assertThat(run(trace.toString(), "--out", report.toString(), "--only", "latency"))
                .isZero();
        assertThat(out.toString()).startsWith("BY CALL").doesNotContain("BY LAYER");
        Path counters = directory.resolve("counters.json");
        TestResults.counters(4_000_000, 0).write(counters);
        assertThat(run(trace.toString(), "--only", "latency", "--counters", counters.toString()))
                .isEqualTo(1);
        assertThat(err.toString()).contains("it needs the figure traffic");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--from yesterday|neither a time in UTC",
                "--to 2026-13-01T00:00:00Z|neither a time in UTC",
                "--from 2026-01-01|neither a time in UTC",
                "--from 2h --to 1h|--to: must be after --from",
                "--only heat,heap|unknown figure 'heap': must be one of ",
                "--follow --from 1h|--follow analyzes the last --window",
                "--follow --every 0s|must be longer than 0s",
                "--table a/b|not the name of an HBase table",
                "--fit dfsio|invalid --fit 'dfsio': must be messages",
            })
    void invalidOptionsAreRejectedInOneLine(String options, String message) throws IOException {
        record(20);
        List<String> args = new ArrayList<>(List.of(trace.toString()));
        args.addAll(List.of(options.split(" ")));
        assertThat(run(args.toArray(String[]::new))).isEqualTo(2);
        assertThat(err.toString().lines().findFirst().orElseThrow()).contains(message);
        assertThat(report).doesNotExist();
    }

    @Test
    void aTraceWithoutEventsIsRejected() throws IOException {
        SegmentHeader header = new SegmentHeader("n1", 1, 1, 0, 1, 1, "hbase", "", "3.4.3", "", "", 0, 0);
        Files.createDirectories(trace);
        Files.write(trace.resolve("killed-early" + TraceFiles.SUFFIX), header.encode());
        assertThat(run(trace.toString(), "--out", report.toString())).isEqualTo(1);
        assertThat(err.toString()).contains("no events in " + trace);
        assertThat(report).doesNotExist();
    }

    private void record(int writes) {
        Configuration conf = new Configuration(false);
        conf.set(TraceKeys.DIR.name(), trace.toString());
        conf.setInt(TraceKeys.BLOCK_EVENTS.name(), 1024);
        try (Tracer tracer = Tracer.start(conf)) {
            ThreadTrace here = tracer.here();
            FileRef file = tracer.newFile(STORE);
            StreamRef stream = tracer.stream(file);
            here.exit(here.enter(), Call.CREATE, stream, 0, -1, 0, null, "replication=2 blockSize=1048576", -1);
            for (int i = 0; i < writes; i++) {
                here.exit(here.enter(), Call.WRITE, stream, i * 1000L, 1000, 1000);
            }
            here.exit(here.enter(), Call.CLOSE_OUTPUT, stream, writes * 1000L, -1, 0);
        }
    }

    private Path onlySegment() throws IOException {
        try (var files = Files.walk(trace)) {
            List<Path> segments =
                    files.filter(file -> file.toString().endsWith(".ubtrace")).toList();
            assertThat(segments).hasSize(1);
            return segments.get(0);
        }
    }

    private int run(String... args) {
        return new CommandLine(new AnalyzeCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .setExecutionExceptionHandler((failure, line, parsed) -> {
                    boolean usage = failure instanceof CommandLine.ParameterException;
                    line.getErr().println(failure.getMessage());
                    return usage ? 2 : 1;
                })
                .execute(args);
    }
}
