package org.underbase.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoDirectoriesTest {
    @TempDir
    private Path dir;

    @Test
    void onlyTheFilesOfAnEarlierDemoAreRemoved() throws IOException {
        DemoOptions options = options(dir.resolve("work"), dir.resolve("report"));
        Files.createDirectories(options.trace());
        Files.writeString(options.trace().resolve("a.ubtrace"), "old");
        Files.writeString(options.counters(), "{}");
        Files.writeString(options.work().resolve("mine"), "kept");
        try (DemoDirectories directories = DemoDirectories.prepare(options)) {
            assertThat(directories).isNotNull();
            assertThat(options.trace()).doesNotExist();
            assertThat(options.counters()).doesNotExist();
            assertThat(options.work().resolve("mine")).hasContent("kept");
            assertThat(options.report()).isEmptyDirectory();
        }
    }

    @Test
    void aSecondDemoInTheSameDirectoryIsRejectedAndTheFirstTraceIsKept() throws IOException {
        DemoOptions options = options(dir.resolve("work"), dir.resolve("report"));
        try (DemoDirectories first = DemoDirectories.prepare(options)) {
            assertThat(first).isNotNull();
            Files.createDirectories(options.trace());
            assertThatThrownBy(() -> DemoDirectories.prepare(options))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("another demo")
                    .hasMessageContaining(options.work().toString());
            assertThat(options.trace()).exists();
        }
        DemoDirectories.prepare(options).close();
    }

    @Test
    void aDirectoryThatIsNotWritableIsReportedInOneLine() throws IOException {
        Path file = Files.writeString(dir.resolve("file"), "");
        assertThatThrownBy(() -> DemoDirectories.prepare(options(dir.resolve("work"), file.resolve("report"))))
                .isInstanceOf(IOException.class)
                .hasMessageMatching("cannot write the report to .*file/report \\(.+\\); choose another with --out");
        assertThatThrownBy(() -> DemoDirectories.prepare(options(file.resolve("work"), dir.resolve("report"))))
                .isInstanceOf(IOException.class)
                .hasMessageMatching("cannot write the cluster and the trace to .*; choose another with --dir");
    }

    private static DemoOptions options(Path work, Path report) {
        return new DemoOptions(1, 10, 1, 1, Duration.ofSeconds(1), 1, 0, work, report);
    }
}
