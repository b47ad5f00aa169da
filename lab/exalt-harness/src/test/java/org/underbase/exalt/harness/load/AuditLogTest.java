package org.underbase.exalt.harness.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of complete and incomplete logs. */
class AuditLogTest {
    private static final String NOISE = "java.io.IOException: of another logger\n\tat somewhere\n";
    private static final String LINE =
            "2026-11-20 08:15:30,123 INFO FSNamesystem.audit: allowed=true\tugi=ann (auth:SIMPLE)"
                    + "\tip=/10.0.0.1\tcmd=mkdirs\tsrc=/a\tdst=null\tperm=null\tproto=rpc\n";

    @TempDir
    private Path directory;

    private Path file(String name, byte[] bytes) throws IOException {
        return Files.write(directory.resolve(name), bytes);
    }

    private static byte[] packed(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    @Test
    void logStartsWithItsFirstCallCompressedOrNot() throws IOException {
        String text = NOISE + LINE;
        Path plain = file("plain.log", text.getBytes(StandardCharsets.UTF_8));
        Path packed = file("packed.log.gz", packed(text));
        assertThat(new AuditLog(packed).first())
                .isEqualTo(new AuditLog(plain).first())
                .isPositive();
    }

    @Test
    void logWithoutACallIsRejected() throws IOException {
        Path noise = file("noise.log", NOISE.getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> new AuditLog(noise).first())
                .isInstanceOf(IOException.class)
                .hasMessage("no audit entry in " + noise);
    }

    @Test
    void corruptGzipFileIsReportedByName() throws IOException {
        Path no = file("no.gz", LINE.getBytes(StandardCharsets.UTF_8));
        byte[] whole = packed(NOISE.repeat(1000));
        Path half = file("half.gz", Arrays.copyOf(whole, whole.length / 2));
        for (Path each : new Path[] {no, half, directory.resolve("none")}) {
            assertThatThrownBy(() -> new AuditLog(each).first())
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("cannot read audit log " + each + ": ");
        }
    }
}
