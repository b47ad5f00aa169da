package org.underbase.analysis.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileLockInterruptionException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TempDirectoryTest {
    @TempDir
    private Path parent;

    @Test
    void aClosedDirectoryIsDeletedWithItsFiles() throws IOException {
        try (TempDirectory directory = TempDirectory.in(parent.resolve("new"))) {
            Files.writeString(directory.path().resolve("partition"), "data");
        }
        assertThat(content(parent.resolve("new"))).isEmpty();
    }

    @Test
    void theDirectoryOfAKilledProcessIsDeletedAndThatOfARunningOneIsNot() throws IOException {
        Path killed = Files.createDirectory(parent.resolve("underbase-analyze-1"));
        Files.writeString(killed.resolve("partition"), "data");
        Files.createFile(parent.resolve("underbase-analyze-1.lock"));
        Path other = Files.createDirectory(parent.resolve("other"));
        try (TempDirectory running = TempDirectory.in(parent)) {
            assertThat(killed).doesNotExist();
            try (TempDirectory second = TempDirectory.in(parent)) {
                assertThat(running.path()).isDirectory();
                assertThat(second.path()).isNotEqualTo(running.path());
            }
        }
        assertThat(content(parent)).containsExactly(other);
    }

    @Test
    void anInterruptedCreationLeavesNothing() throws IOException {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> TempDirectory.in(parent)).isInstanceOf(FileLockInterruptionException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(content(parent)).isEmpty();
    }

    private static List<Path> content(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }
}
