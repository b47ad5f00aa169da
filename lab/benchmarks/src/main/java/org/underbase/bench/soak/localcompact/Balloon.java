package org.underbase.bench.soak.localcompact;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.underbase.testbed.NodeDisk;
import org.underbase.testbed.process.Command;

/** Fills a disk to its last block. */
final class Balloon {
    private static final long LARGEST = 1 << 30;
    private static final long SMALLEST = 4096;

    private final Path directory;

    Balloon(NodeDisk disk) {
        directory = disk.path().resolve("balloon");
    }

    void inflate() throws IOException {
        Files.createDirectories(directory);
        int number = 0;
        for (long size = LARGEST; size >= SMALLEST; size /= 4) {
            boolean room = true;
            while (room) {
                room = allocate(directory.resolve("air-" + number++), size);
            }
        }
    }

    /** A file that finds no room is left as it is: it has what there was. */
    private static boolean allocate(Path file, long size) throws IOException {
        return Command.of("fallocate", "-l", Long.toString(size), file.toString())
                        .run()
                        .exitCode()
                == 0;
    }

    void deflate() throws IOException {
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
