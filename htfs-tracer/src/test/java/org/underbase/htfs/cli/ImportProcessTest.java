package org.underbase.htfs.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real process that imports: stopped by a signal, on a full disk, and with much more input than memory. */
@Tag("cluster")
class ImportProcessTest {
    private static final int LINES = 20_000;

    @TempDir
    Path dir;

    private Process process;

    @AfterEach
    void end() throws InterruptedException {
        if (process != null) {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void aStoppedImportLeavesNothing() throws Exception {
        // Input of many minutes.
        process = importing(input(10_000)).start();
        await().atMost(5, TimeUnit.MINUTES).until(() -> Files.exists(dir.resolve("trace.importing")));
        process.destroy();

        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isNotZero();
        assertThat(dir.resolve("trace.importing")).doesNotExist();
        assertThat(dir.resolve("trace")).doesNotExist();
    }

    @Test
    void aFullDiskIsReportedAndLeavesNothing() throws Exception {
        // A file size limit of 512 or 1024 bytes acts like a full disk and needs no privilege.
        ProcessBuilder limited = importing(input(20));
        limited.command().addAll(0, List.of("sh", "-c", "ulimit -f 1; exec \"$@\"", "sh"));
        process = limited.start();

        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isEqualTo(1);
        assertThat(Files.readString(dir.resolve("errors"))).contains("File too large");
        assertThat(dir.resolve("trace.importing")).doesNotExist();
        assertThat(dir.resolve("trace")).doesNotExist();
    }

    @Test
    void muchInputFitsIntoLittleMemory() throws Exception {
        process = importing(input(20)).start();

        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isZero();
        assertThat(Files.readString(dir.resolve("output"))).contains(": 400,000 events of 1 process, ");
    }

    /** Creates a compressed file whose contents are some copies of the same lines. */
    private Path input(int copies) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < LINES; i++) {
            lines.append("128166372003061629,hm,").append(i % 4).append(",Read,4096,4096,413\n");
        }
        Path member = dir.resolve("member");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(member))) {
            out.write(lines.toString().getBytes(StandardCharsets.UTF_8));
        }
        byte[] bytes = Files.readAllBytes(member);
        Path file = dir.resolve("in.csv.gz");
        try (OutputStream out = Files.newOutputStream(file)) {
            for (int i = 0; i < copies; i++) {
                out.write(bytes);
            }
        }
        return file;
    }

    private ProcessBuilder importing(Path file) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx48m",
                "-XX:-UsePerfData",
                "-cp",
                System.getProperty("java.class.path"),
                TraceMain.class.getName()));
        command.addAll(List.of(
                "import", "MSR", file.toString(), "-o", dir.resolve("trace").toString()));
        return new ProcessBuilder(command)
                .redirectError(dir.resolve("errors").toFile())
                .redirectOutput(dir.resolve("output").toFile());
    }
}
