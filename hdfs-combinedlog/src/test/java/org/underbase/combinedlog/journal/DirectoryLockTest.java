package org.underbase.combinedlog.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Lock of a directory that this process and another one ask for. */
@Timeout(600)
class DirectoryLockTest {
    private static final int FREE = 10;
    private static final int LOCKED = 11;

    @TempDir
    private Path directory;

    /** Process that tries to lock a directory. */
    static final class Other {
        private Other() {}

        public static void main(String[] args) throws IOException {
            boolean free = DirectoryLock.tryTake(Path.of(args[0])).isPresent();
            System.exit(free ? FREE : LOCKED);
        }
    }

    private int tryInAnotherProcess() throws IOException, InterruptedException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Other.class.getName(),
                        directory.toString())
                .inheritIO()
                .start()
                .waitFor();
    }

    @Test
    void missingDirectoryAndFileInItsPlaceAreNotLocked() throws IOException {
        assertThat(DirectoryLock.isHeldByThisProcess(directory.resolve("missing")))
                .isFalse();
        assertThat(DirectoryLock.isHeldByThisProcess(Files.createFile(directory.resolve("file"))))
                .isFalse();
    }

    /** A DataNode asks whether it has locked its journal when it adds a block pool. */
    @Test
    void questionForALockDoesNotReleaseIt() throws IOException, InterruptedException {
        assertThat(DirectoryLock.isHeldByThisProcess(directory)).isFalse();
        assertThat(DirectoryLock.isHeld(directory)).isFalse();
        try (DirectoryLock lock = DirectoryLock.tryTake(directory).orElseThrow()) {
            assertThat(lock).isNotNull();
            assertThat(DirectoryLock.isHeldByThisProcess(directory)).isTrue();
            assertThat(DirectoryLock.isHeld(directory)).isTrue();
            assertThat(DirectoryLock.tryTake(directory)).isEmpty();
            assertThat(tryInAnotherProcess()).isEqualTo(LOCKED);
        }
        assertThat(DirectoryLock.isHeldByThisProcess(directory)).isFalse();
        assertThat(DirectoryLock.isHeld(directory)).isFalse();
        assertThat(tryInAnotherProcess()).isEqualTo(FREE);
    }
}
