package org.underbase.bench.simulator.pagecache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;

/** Files of one directory to which the accesses of a list are applied. */
final class AccessFiles {
    private static final int MEBIBYTE = 1 << 20;

    private final Path directory;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(MEBIBYTE);
    private final Map<Integer, FileChannel> writers = new HashMap<>();
    private final Map<Integer, FileChannel> scanners = new HashMap<>();

    AccessFiles(Path directory) {
        this.directory = directory;
    }

    private Path path(int file) {
        return directory.resolve("file-" + file);
    }

    /** Creates a file that exists before the accesses. */
    void create(int file, int bytes) throws IOException {
        for (int at = 0; at < bytes; at += MEBIBYTE) {
            apply(new Access(0, Access.Kind.WRITE, file, at, MEBIBYTE));
        }
        writers.remove(file).close();
    }

    /** Applies an access. */
    void apply(Access access) throws IOException {
        int file = access.file();
        buffer.clear().limit(access.kind() == Access.Kind.DELETE ? 0 : access.length());
        switch (access.kind()) {
            case RANDOM_READ -> {
                try (FileChannel channel = FileChannel.open(path(file))) {
                    channel.read(buffer, access.offset());
                }
            }
            case SCAN -> opened(scanners, file, StandardOpenOption.READ).read(buffer, access.offset());
            case WRITE ->
                opened(writers, file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)
                        .write(buffer, access.offset());
            case SYNC -> writers.get(file).force(false);
            case DELETE -> {
                close(writers.remove(file));
                close(scanners.remove(file));
                Files.delete(path(file));
            }
        }
    }

    private FileChannel opened(Map<Integer, FileChannel> channels, int file, StandardOpenOption... options)
            throws IOException {
        FileChannel channel = channels.get(file);
        if (channel == null) {
            channel = FileChannel.open(path(file), options);
            channels.put(file, channel);
        }
        return channel;
    }

    private static void close(FileChannel channel) throws IOException {
        if (channel != null) {
            channel.close();
        }
    }
}
