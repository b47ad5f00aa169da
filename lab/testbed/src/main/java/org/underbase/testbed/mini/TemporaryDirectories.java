package org.underbase.testbed.mini;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.fs.FileUtil;

/** Temporary directories of fixtures. */
final class TemporaryDirectories {
    private TemporaryDirectories() {}

    static Path create(String prefix) throws IOException {
        Path parent = Path.of(System.getProperty("java.io.tmpdir"));
        Files.createDirectories(parent);
        return Files.createTempDirectory(parent, prefix).toRealPath();
    }

    static void delete(Path directory) throws IOException {
        if (!FileUtil.fullyDelete(directory.toFile()) && Files.exists(directory)) {
            throw new IOException("cannot delete " + directory);
        }
    }
}
