package org.underbase.combinedlog.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of the guide is a source file of this package, and it runs. */
class RecordLogExampleTest {
    private static final Path SOURCE =
            Path.of("src/test/java", RecordLogExample.class.getName().replace('.', '/') + ".java");

    @Test
    void guideContainsTheExample() throws IOException {
        List<String> example = RecordLogExample.lines(Files.readAllLines(SOURCE));

        assertThat(example).hasSizeBetween(20, 25);
        assertThat(Files.readString(Path.of("..", "docs", "combined-log.md")))
                .as("docs/combined-log.md contains the example of %s", SOURCE)
                .contains("```java\n" + String.join("\n", example) + "\n```\n");
    }

    @Test
    @Tag("cluster")
    void exampleReadsAllAcknowledgedRecords(@TempDir Path directory) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        RecordLogExample.run(directory.toFile(), new PrintStream(out, true, StandardCharsets.UTF_8));

        assertThat(out.toString(StandardCharsets.UTF_8).lines().toList())
                .first()
                .asString()
                .isEqualTo("LogPosition[sequence=0, offset=64] LogPosition[sequence=1, offset=111]");
        assertThat(out.toString(StandardCharsets.UTF_8)).endsWith("order 1\norder 2\norder 3\n");
    }
}
