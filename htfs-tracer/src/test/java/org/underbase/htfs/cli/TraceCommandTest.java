package org.underbase.htfs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.EOFException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.record.FileRef;
import org.underbase.htfs.record.StreamRef;
import org.underbase.htfs.record.ThreadTrace;
import org.underbase.htfs.record.TraceKeys;
import org.underbase.htfs.record.Tracer;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Output and failures of {@code underbase trace stat|cat|verify|export}. */
class TraceCommandTest {
    private static final String REGION = "/hbase/data/default/t/0123456789abcdef0123456789abcdef/";
    private static final String STORE = REGION + "f/00112233445566778899aabbccddeeff";
    private static final String WAL = "/hbase/WALs/n1,16020,1/n1%2C16020%2C1.1";

    /** Lines of progress, which a command prints if it takes more than five seconds. */
    private static final Pattern PROGRESS =
            Pattern.compile("(?m)^trace [a-z]+: (\\d+ events read, .*|\\d+ of \\d+ bytes of .*)\\R");

    @TempDir
    Path dir;

    private Path traces;
    private String out;
    private String err;

    @BeforeEach
    void record() {
        traces = dir.resolve("traces");
        Configuration conf = new Configuration(false);
        conf.set(TraceKeys.DIR.name(), traces.toString());
        conf.set(TraceKeys.LABEL.name(), "rs 1");
        try (Tracer tracer = Tracer.start(conf)) {
            ThreadTrace here = tracer.here();
            FileRef store = tracer.newFile(STORE);
            StreamRef reader = tracer.stream(store);
            StreamRef log = tracer.stream(tracer.newFile(WAL));
            for (int i = 0; i < 10; i++) {
                here.exit(here.enter(), Call.PREAD, reader, i * 100L, 100, 100);
                here.exit(here.enter(), Call.WAL_WRITE, log, i * 10L, 10, 10);
            }
            here.exit(here.enter(), Call.PREAD, reader, 1000, 100, -1, new EOFException("x"), "dn=a, \"b\"", -1);
            here.exit(here.enter(), Call.RENAME, tracer.file("/a,b"), tracer.file("/c d"), 1, null, null, "alice");
        }
    }

    @Test
    void statSumsUp() throws Exception {
        assertThat(run("stat", traces)).isZero();
        assertThat(out)
                .contains("events          22, 1 of them threw an exception")
                .contains("bytes read      1,000")
                .contains("bytes written   100")
                .contains("the traces are complete");
        assertThat(err).isEmpty();

        assertThat(run("stat", "--json", traces)).isZero();
        JsonNode stat = new ObjectMapper().readTree(out);
        assertThat(stat.get("events").asLong()).isEqualTo(22);
        assertThat(stat.get("complete").asBoolean()).isTrue();
        assertThat(stat.at("/calls/walWrite/bytesWritten").asLong()).isEqualTo(100);
        assertThat(stat.at("/activities/read/events").asLong()).isEqualTo(11);
        assertThat(stat.at("/files/0/header/label").asText()).isEqualTo("rs 1");
    }

    @Test
    void catPrintsOneLinePerEvent() {
        assertThat(run("cat", traces)).isZero();
        assertThat(out.lines()).hasSize(22);
        assertThat(out.lines().skip(20).findFirst().orElseThrow())
                .matches("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z [0-9.]+[num]s read pread " + STORE + " offset=1000 .*")
                .contains(" result=-1 ", " label=\"rs 1\" ", " exception=java.io.EOFException ");
        assertThat(out.lines().skip(21).findFirst().orElseThrow()).contains(" other rename /a,b to=\"/c d\" ", "alice");
        assertThat(err).isEmpty();
    }

    @Test
    void catPrintsJson() throws Exception {
        assertThat(run("cat", "--json", "--errors", traces)).isZero();
        JsonNode event = new ObjectMapper().readTree(out);
        assertThat(out.lines()).hasSize(1);
        assertThat(event.get("call").asText()).isEqualTo("pread");
        assertThat(event.get("detail").asText()).isEqualTo("dn=a, \"b\"");
        assertThat(event.get("result").asLong()).isEqualTo(-1);
        assertThat(event.has("group")).isFalse();
    }

    @Test
    void filtersChooseEvents() throws Exception {
        assertThat(count("--path", "/hbase/WALs/**")).isEqualTo(10);
        assertThat(count("--path", "/hbase/*")).isZero();
        assertThat(count("--path", "/c d")).isEqualTo(1);
        assertThat(count("--path", "/{a,c}*", "--path", "/hbase/WALs/**")).isEqualTo(11);
        assertThat(count("--call", "pread")).isEqualTo(11);
        assertThat(count("--call", "WAL_WRITE,rename")).isEqualTo(11);
        assertThat(count("--activity", "logging")).isEqualTo(10);
        assertThat(count("--activity", "read,logging", "--errors")).isEqualTo(1);
        assertThat(count("--thread", Thread.currentThread().getName())).isEqualTo(22);
        assertThat(count("--thread", "no such thread")).isZero();
        assertThat(count("--limit", "5")).isEqualTo(5);
        assertThat(count("--order", "file")).isEqualTo(22);
        assertThat(count("--to", "1970-01-02T00:00:00Z")).isZero();
        assertThat(count("--from", "1970-01-02T00:00:00Z")).isEqualTo(22);

        run("cat", "--json", "--limit", "4", traces);
        String third = new ObjectMapper()
                .readTree(out.lines().skip(3).findFirst().orElseThrow())
                .get("start")
                .asText();
        int before = count("--to", third);
        assertThat(before).isBetween(1, 3);
        assertThat(count("--from", third)).isEqualTo(22 - before);
    }

    @Test
    void exportWritesCsv() throws Exception {
        assertThat(run("export", traces)).isZero();
        List<String> lines = out.lines().toList();
        assertThat(lines).hasSize(23);
        assertThat(lines.get(0)).isEqualTo(new EventCsv().header());
        assertThat(lines.get(21))
                .endsWith(",1000,100,-1,java.io.EOFException,\"dn=a, \"\"b\"\"\","
                        + Thread.currentThread().getId() + ",,,-1,");
        assertThat(lines.get(22)).contains(",rename,\"/a,b\",/c d,");

        Path csv = dir.resolve("events.csv");
        assertThat(run("export", "--format", "csv", "--call", "pread", "-o", csv, traces))
                .isZero();
        assertThat(Files.readAllLines(csv)).hasSize(12);
        assertThat(run("export", "-o", csv, traces)).isEqualTo(1);
        assertThat(err).isEqualTo("cannot write " + csv + ": the file exists; delete it or choose another name\n");
        assertThat(Files.readAllLines(csv)).hasSize(12);
    }

    @Test
    void verifyAcceptsACompleteTrace() throws Exception {
        assertThat(run("verify", traces)).isZero();
        assertThat(out).contains(": complete, 22 events").endsWith("complete\n");
        assertThat(run("verify", "--json", traces)).isZero();
        assertThat(new ObjectMapper().readTree(out).get("complete").asBoolean()).isTrue();
    }

    @Test
    void aCorruptTraceIsReadAsFarAsPossibleAndVerifyFails() throws Exception {
        byte[] bytes = Files.readAllBytes(segment());
        bytes[bytes.length - 240] ^= 1;
        Files.write(segment(), bytes);

        assertThat(run("verify", traces)).isEqualTo(1);
        assertThat(out).contains("its CRC does not match").endsWith("INCOMPLETE\n");
        assertThat(run("verify", "--json", traces)).isEqualTo(1);
        assertThat(new ObjectMapper().readTree(out).at("/files/0/problems/0").asText())
                .contains("at byte");
        assertThat(run("stat", traces)).isZero();
        assertThat(out).contains("INCOMPLETE", "missing or corrupt ranges: ", "its CRC does not match");
        for (String command : List.of("cat", "export")) {
            assertThat(run(command, traces)).isZero();
            assertThat(err).contains("trace " + command + ": " + segment() + ": at byte ", "its CRC does not match");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"stat", "cat", "verify", "export"})
    void theEventsOfACopyCountOnce(String command) throws Exception {
        Files.copy(segment(), traces.resolve("backup.ubtrace"));

        assertThat(run(command, traces)).isZero();
        assertThat(err)
                .startsWith("trace " + command + ": skipped " + traces + "/")
                .contains(".ubtrace: it is a copy of " + traces + "/", ".ubtrace, segment 0 of process ")
                .hasLineCount(1);
        switch (command) {
            case "stat" -> assertThat(out).contains("events          22, ", "the traces are complete");
            case "cat" -> assertThat(out).hasLineCount(22);
            case "verify" -> assertThat(out).contains(": complete, 22 events").hasLineCount(2);
            default -> assertThat(out).hasLineCount(23);
        }
    }

    @Test
    void aTraceWithoutAnEndMarkIsIncomplete() throws Exception {
        byte[] bytes = Files.readAllBytes(segment());
        Files.write(segment(), Arrays.copyOf(bytes, bytes.length - 236));

        assertThat(run("verify", traces)).isEqualTo(1);
        assertThat(out).contains("no end mark: it is still being written, or its process was killed");
        assertThat(run("verify", "--allow-open", traces)).isZero();
        assertThat(run("cat", traces)).isZero();
        assertThat(out.lines()).hasSize(22);
        assertThat(err).contains("no end mark");
    }

    @Test
    void verifyNamesMissingSegments() throws Exception {
        Path moved = segment().resolveSibling(segment().getFileName().toString().replace("000000", "000001"));
        byte[] bytes = Files.readAllBytes(segment());
        Files.delete(segment());
        Files.write(moved, withHeader(bytes, "sequence=0", "sequence=3"));

        assertThat(run("verify", traces)).isEqualTo(1);
        assertThat(out).contains("segments 0 to 2 are missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"stat", "cat", "verify", "export"})
    void aFileThatIsNoTraceIsRejectedInOneLine(String command) throws Exception {
        String cause = ": no such file or directory";
        String local = cause + " on this machine; a path in HDFS begins with hdfs://";
        assertRejected(1, dir.resolve("nowhere") + local, command, dir.resolve("nowhere"));
        assertRejected(1, dir.resolve("no*where") + local, command, dir.resolve("no*where"));
        assertRejected(1, "file://" + dir.resolve("nowhere") + cause, command, "file://" + dir.resolve("nowhere"));

        Path empty = Files.createDirectory(dir.resolve("empty"));
        assertRejected(1, empty + ": the directory contains no trace (no file *.ubtrace)", command, empty);

        Path text = Files.writeString(dir.resolve("text.ubtrace"), "a text file with the suffix of a trace\n");
        assertRejected(1, text + ": not a trace: the magic bytes are missing", command, text);

        byte[] bytes = Files.readAllBytes(segment());
        Path newer = Files.write(dir.resolve("newer.ubtrace"), withVersion(bytes, 3));
        assertRejected(
                1,
                newer + ": unsupported format version 3: this reader supports versions up to 2; use a newer Underbase",
                command,
                newer);
    }

    @Test
    void aFileWithUnsupportedFeaturesIsRejectedInOneLine() throws Exception {
        byte[] bytes = Files.readAllBytes(segment());
        little(bytes).putShort(10, (short) 4);
        Path newer = Files.write(dir.resolve("features.ubtrace"), withId(bytes));
        assertRejected(
                1, newer + ": unsupported features 0x4 of format version 2: use a newer Underbase", "cat", newer);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stat", "cat", "verify", "export"})
    void anUnreadableFileIsRejectedInOneLine(String command) throws Exception {
        assertRejected(
                1,
                "Permission denied: " + segment(),
                command,
                "-D",
                "fs.denied.impl=" + Denied.class.getName(),
                "denied:" + segment());
        assertRejected(1, "No FileSystem for scheme \"nosuch\"", command, "nosuch://host/path");
    }

    @Test
    void invalidUsageIsRejectedInOneLine() {
        assertThat(run("cat", "--call", "preed", traces)).isEqualTo(2);
        assertThat(err)
                .contains("unknown call 'preed': must be one of unknown, open, create, ")
                .hasLineCount(1);
        assertThat(run("cat", "--activity", "eating", traces)).isEqualTo(2);
        assertThat(err).contains("eating").contains("COMPACTION").hasLineCount(1);
        assertThat(run("cat", "--from", "yesterday", traces)).isEqualTo(2);
        assertThat(err)
                .contains("invalid time 'yesterday': must be like 2026-01-31T12:00:00Z")
                .hasLineCount(1);
        assertThat(run("cat", "--path", "/{a", traces)).isEqualTo(2);
        assertThat(err).contains("invalid glob '/{a'").hasLineCount(1);
        assertThat(run("cat", "--limit", "-1", traces)).isEqualTo(2);
        assertThat(err).contains("invalid --limit -1: must be at least 1").hasLineCount(1);
        assertThat(run("export", "--format", "xls", traces)).isEqualTo(2);
        assertThat(err).contains("xls").hasLineCount(1);
        assertThat(run("cat")).isEqualTo(2);
        assertThat(err).contains("PATH").hasLineCount(1);
        assertThat(run("cat", "--from", "2026-01-02T00:00:00Z", "--to", "2026-01-01T00:00:00Z", traces))
                .isEqualTo(2);
        assertThat(err).contains("--from must be before --to").hasLineCount(1);
        assertThat(run()).isEqualTo(2);
        assertThat(err)
                .contains("missing command: expected one of stat, cat, verify, export, import")
                .hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cat", "export", "stat"})
    void theCommandExitsCleanlyWhenItsOutputIsClosed(String command) {
        Configuration conf = new Configuration(false);
        conf.set(TraceKeys.DIR.name(), traces.toString());
        conf.set(TraceKeys.RING_FULL.name(), "block");
        conf.set(TraceKeys.RING_BLOCK_DEADLINE.name(), "1h");
        try (Tracer tracer = Tracer.start(conf)) {
            StreamRef stream = tracer.stream(tracer.newFile("/f"));
            ThreadTrace here = tracer.here();
            for (int i = 0; i < 5000; i++) {
                here.exit(here.enter(), Call.READ, stream, i, 1, 1);
            }
        }
        ClosedPipe pipe = new ClosedPipe();
        assertThat(run(new PrintWriter(pipe), command, traces)).isZero();
        assertThat(err).isEmpty();
        // It checks after every 1,024 events, and makes two writes per event.
        assertThat(pipe.attempts).isBetween(1, 2100);
    }

    /** An output whose reader has closed it. */
    private static final class ClosedPipe extends Writer {
        private int attempts;

        @Override
        public void write(char[] chars, int from, int length) throws IOException {
            attempts++;
            throw new IOException("Broken pipe");
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    /** Files that can be listed but not read. */
    public static final class Denied extends RawLocalFileSystem {
        @Override
        public URI getUri() {
            return URI.create("denied:///");
        }

        @Override
        public String getScheme() {
            return "denied";
        }

        @Override
        public FSDataInputStream open(org.apache.hadoop.fs.Path path, int buffer) throws IOException {
            throw new AccessControlException(
                    "Permission denied: " + path.toUri().getPath());
        }
    }

    private void assertRejected(int exit, String message, Object... arguments) {
        assertThat(run(arguments)).isEqualTo(exit);
        if (arguments[0].equals("verify") && out.contains("INCOMPLETE")) {
            // A file that is not a trace does not prevent verify from checking the others.
            assertThat(out.lines().findFirst().orElseThrow()).contains(message.substring(message.indexOf(": ") + 2));
            assertThat(err).isEmpty();
        } else {
            assertThat(out).isEmpty();
            assertThat(err).isEqualTo(message + "\n");
        }
    }

    private int count(String... filter) {
        List<Object> arguments = new ArrayList<>(List.of("cat"));
        arguments.addAll(List.of(filter));
        arguments.add(traces);
        assertThat(run(arguments.toArray())).isZero();
        return (int) out.lines().count();
    }

    private int run(Object... arguments) {
        StringWriter printed = new StringWriter();
        int exit = run(new PrintWriter(printed), arguments);
        out = printed.toString();
        return exit;
    }

    private int run(PrintWriter to, Object... arguments) {
        StringWriter printed = new StringWriter();
        PrintWriter errors = new PrintWriter(printed);
        int exit = new CommandLine(new TraceCommand())
                .setOut(to)
                .setErr(errors)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((e, args) -> reject(errors, e, 2))
                .setExecutionExceptionHandler(
                        (e, line, parsed) -> reject(errors, e, e instanceof ParameterException ? 2 : 1))
                .execute(Stream.of(arguments).map(Object::toString).toArray(String[]::new));
        err = PROGRESS.matcher(printed.toString()).replaceAll("");
        return exit;
    }

    private static int reject(PrintWriter errors, Exception e, int exit) {
        errors.println(e.getMessage());
        return exit;
    }

    private Path segment() throws IOException {
        try (Stream<Path> files = Files.list(traces)) {
            return files.findFirst().orElseThrow();
        }
    }

    /** The trace with another text of the same length in its header, and another id therefore. */
    private static byte[] withHeader(byte[] trace, String text, String other) {
        byte[] changed = trace.clone();
        int length = little(changed).getInt(12);
        byte[] header = new String(trace, 16, length, StandardCharsets.UTF_8)
                .replace(text, other)
                .getBytes(StandardCharsets.UTF_8);
        System.arraycopy(header, 0, changed, 16, length);
        return withId(changed);
    }

    private static byte[] withVersion(byte[] trace, int version) {
        byte[] changed = trace.clone();
        little(changed).putShort(8, (short) version);
        return withId(changed);
    }

    /** Makes the CRC of the header right again, and the blocks belong to it. */
    private static byte[] withId(byte[] trace) {
        ByteBuffer bytes = little(trace);
        int end = 16 + bytes.getInt(12);
        int id = crc(trace, 0, end);
        bytes.putInt(end, id);
        for (int at = end + 4; at < trace.length; at += 236 + bytes.getInt(at + 24)) {
            bytes.putInt(at + 12, id);
            bytes.putInt(at + 232, crc(trace, at, 232));
        }
        return trace;
    }

    private static ByteBuffer little(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static int crc(byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }
}
