package org.underbase.localcompact.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.underbase.testbed.NodeDisk;
import org.underbase.testbed.process.Command;

/** Filler that occupies all free space of a disk. */
final class DiskFiller {
    private static final long MAX_SIZE = 1 << 30;
    private static final long MIN_SIZE = 4096;

    private final Path directory;

    DiskFiller(NodeDisk disk) {
        directory = disk.path().resolve("filler");
    }

    void fill() throws IOException {
        Files.createDirectories(directory);
        int number = 0;
        for (long size = MAX_SIZE; size >= MIN_SIZE; size /= 4) {
            boolean room = true;
            while (room) {
                room = allocate(directory.resolve("fill-" + number++), size);
            }
        }
    }

    /** Allocates a file; on failure the file keeps the space that was free. */
    private static boolean allocate(Path file, long size) throws IOException {
        return Command.of("fallocate", "-l", Long.toString(size), file.toString())
                        .run()
                        .exitCode()
                == 0;
    }

    void empty() throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (var files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }
}
