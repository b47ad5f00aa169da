package org.underbase.htfs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Formats of {@code underbase trace export}, of imported traces: the events of the output are those of the input. */
class ExportFormatsTest {
    private static final List<String> DISKS = List.of(
            "128166372003061629,hm,1,Read,383496192,32768,413",
            "128166372016382155,hm,1,Write,2822144,4096,1000",
            "128166372016382160,hm,0,Read,0,512,1");
    private static final String AUDIT =
            "2026-01-31 12:00:0%d,000 INFO FSNamesystem.audit: allowed=%s\tugi=u (auth:SIMPLE)\tip=/namenode\tcmd=%s"
                    + "\tsrc=%s\tdst=%s\tperm=null\tproto=rpc";

    @TempDir
    Path dir;

    @Test
    void msrHasTheReadsAndWrites() throws Exception {
        List<String> lines = exported("msr", DISKS, "msr");

        assertThat(lines).hasSize(DISKS.size());
        for (int i = 0; i < lines.size(); i++) {
            assertThat(lines.get(i).replaceFirst(",hm-0@\\d+,", ",hm,")).isEqualTo(DISKS.get(i));
        }
    }

    @Test
    void fioOpensEachFileBeforeItsFirstCall() throws Exception {
        assertThat(exported("msr", DISKS, "fio"))
                .containsExactly(
                        "fio version 3 iolog",
                        "0 /hm/1 add",
                        "0 /hm/1 open",
                        "0 /hm/1 read 383496192 32768",
                        "1332052 /hm/1 write 2822144 4096",
                        "1332053 /hm/0 add",
                        "1332053 /hm/0 open",
                        "1332053 /hm/0 read 0 512");
    }

    @Test
    void noFormatForOtherToolsPrintsControlCharacters() throws Exception {
        String read = "128166372003061629,h\u001b\u009b\u202e,0,Read,0,512,1";
        assertThat(exported("msr", List.of(read), "fio")).contains("0 /h___/0 read 0 512");
        String open = String.format(AUDIT, 2, true, "open", "/d", "null");
        assertThat(exported("audit", List.of(open.replace("ugi=u", "ugi=u\u001b")), "audit"))
                .containsExactly(open.replace("ugi=u", "ugi=u\\u001b"));
    }

    @Test
    void auditHasTheCallsOfTheNameNode() throws Exception {
        List<String> log = List.of(
                String.format(AUDIT, 0, true, "mkdirs", "/d", "null"),
                String.format(AUDIT, 1, true, "create", "/d/f", "null"),
                String.format(AUDIT, 2, true, "open", "/d/f", "null"),
                String.format(AUDIT, 3, true, "rename", "/d/f", "/g\\\\h"),
                String.format(AUDIT, 4, true, "rename (options=[OVERWRITE])", "/g\\\\h", "/i"),
                String.format(AUDIT, 5, false, "delete", "/i", "null"),
                String.format(AUDIT, 6, true, "getfileinfo", "/i", "null"),
                String.format(AUDIT, 7, true, "open", "/\\u001b[2J\u00e9\\udb40\\udc01", "null"));

        assertThat(exported("audit", log, "audit")).isEqualTo(log);
    }

    @Test
    void eventsWithoutALineInTheFormatAreSkipped() throws Exception {
        assertThat(exported("audit", List.of(String.format(AUDIT, 0, true, "mkdirs", "/d", "null")), "msr"))
                .isEmpty();
    }

    private List<String> exported(String from, List<String> lines, String to) throws IOException {
        Path file = Files.write(dir.resolve("in"), lines);
        Path trace = dir.resolve("trace" + to);
        assertThat(run("import", from, file.toString(), "-o", trace.toString(), "--zone", "UTC"))
                .isZero();
        Path out = dir.resolve("out" + to);
        assertThat(run("export", "--format", to, "-o", out.toString(), trace.toString()))
                .isZero();
        return Files.readAllLines(out);
    }

    private static int run(String... arguments) {
        return new CommandLine(new TraceCommand())
                .setOut(new PrintWriter(new StringWriter()))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(arguments);
    }
}
