package org.underbase.operator.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserTextTest {
    @TempDir
    private Path directory;

    private static void assertRejected(Path file, String reason) {
        assertThatThrownBy(() -> UserText.read(file, "study"))
                .isInstanceOf(IOException.class)
                .hasMessage("invalid study: " + file + ": " + reason);
    }

    @Test
    void aFileOfTheLargestSizeIsRead() throws IOException {
        String text = "ä".repeat(1 << 19);

        assertThat(UserText.read(Files.writeString(directory.resolve("f"), text), "study"))
                .isEqualTo(text);
    }

    @Test
    void aFileWithoutEndIsRejected() {
        assertRejected(Path.of("/dev/zero"), "has more than 1 MiB");
    }

    @Test
    void whatIsNoTextIsRejectedWithItsName() throws IOException {
        assertRejected(directory, "is a directory");
        assertRejected(directory.resolve("missing"), "does not exist");
        assertRejected(
                Files.write(directory.resolve("f"), "ä".getBytes(StandardCharsets.ISO_8859_1)), "is not text in UTF-8");
    }
}
