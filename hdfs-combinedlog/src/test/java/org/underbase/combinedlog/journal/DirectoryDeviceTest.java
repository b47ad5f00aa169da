package org.underbase.combinedlog.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Permissions and space check of a journal directory. */
class DirectoryDeviceTest {
    @TempDir
    Path directory;

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void journalIsReadableByItsOwnerOnly() throws IOException {
        Path journal = directory.resolve("new").resolve("journal");
        try (DirectoryDevice device = DirectoryDevice.open(journal)) {
            device.create("segment-1", 8192, nanos -> {}).close();
        }
        assertThat(permissions(journal.getParent())).isEqualTo("rwx------");
        assertThat(permissions(journal)).isEqualTo("rwx------");
        assertThat(permissions(journal.resolve("segment-1"))).isEqualTo("rw-------");
    }

    @Test
    void createFailsWithoutAFileIfTheDiskIsFull() throws IOException {
        try (DirectoryDevice device = DirectoryDevice.open(directory)) {
            assertThatThrownBy(() -> device.create("segment-1", 1L << 60, nanos -> {}))
                    .isInstanceOf(IOException.class)
                    .hasMessageContainingAll(
                            "cannot create segment-1 of " + (1L << 60),
                            directory.toString(),
                            "not enough free space; free space, or configure smaller segments");
            assertThat(device.list()).isEmpty();
        }
    }
}
