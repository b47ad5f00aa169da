package org.underbase.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlacesTest {
    @TempDir
    private Path dir;

    @Test
    void whatAnEarlierDemoLeftIsRemovedAndNothingElse() throws IOException {
        DemoOptions options = options(dir.resolve("work"), dir.resolve("report"));
        Files.createDirectories(options.trace());
        Files.writeString(options.trace().resolve("a.ubtrace"), "old");
        Files.writeString(options.counters(), "{}");
        Files.writeString(options.work().resolve("mine"), "kept");
        try (Places places = Places.prepare(options)) {
            assertThat(places).isNotNull();
            assertThat(options.trace()).doesNotExist();
            assertThat(options.counters()).doesNotExist();
            assertThat(options.work().resolve("mine")).hasContent("kept");
            assertThat(options.report()).isEmptyDirectory();
        }
    }

    @Test
    void aSecondDemoInTheSameDirectoryIsRefusedAndTheFirstOnesTraceStays() throws IOException {
        DemoOptions options = options(dir.resolve("work"), dir.resolve("report"));
        try (Places first = Places.prepare(options)) {
            assertThat(first).isNotNull();
            Files.createDirectories(options.trace());
            assertThatThrownBy(() -> Places.prepare(options))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("another demo")
                    .hasMessageContaining(options.work().toString());
            assertThat(options.trace()).exists();
        }
        Places.prepare(options).close();
    }

    @Test
    void whatCannotBeWrittenIsToldInOneLine() throws IOException {
        Path file = Files.writeString(dir.resolve("file"), "");
        assertThatThrownBy(() -> Places.prepare(options(dir.resolve("work"), file.resolve("report"))))
                .isInstanceOf(IOException.class)
                .hasMessageMatching("cannot write the report to .*file/report \\(.+\\); choose another with --out");
        assertThatThrownBy(() -> Places.prepare(options(file.resolve("work"), dir.resolve("report"))))
                .isInstanceOf(IOException.class)
                .hasMessageMatching("cannot write the cluster and the trace to .*; choose another with --dir");
    }

    private static DemoOptions options(Path work, Path report) {
        return new DemoOptions(1, 10, 1, 1, Duration.ofSeconds(1), 1, OptionalInt.empty(), work, report);
    }
}
