package org.underbase.combinedlog.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/** Journal directory that is locked by this process. */
public final class DirectoryDevice implements JournalDevice {
    private static final int STRIDE = 1 << 20;
    /** Fsyncs while a file is created: one fsync of all zeros would delay a commit for seconds. */
    private static final int FSYNC_STRIDE = 8 << 20;

    private final Path directory;
    private final DirectoryLock lock;
    private final Optional<DirectWrites> directWrites;

    private DirectoryDevice(Path directory, DirectoryLock lock, DirectWrites.Opener opener) {
        this.directory = directory;
        this.lock = lock;
        this.directWrites = Optional.of(new DirectWrites(directory.toString(), opener));
    }

    /**
     * Locks a directory for this process; creates it if it does not exist.
     *
     * @param directory directory of the journal
     * @return the device
     * @throws IOException if the directory cannot be created or another process has locked it
     */
    public static DirectoryDevice open(Path directory) throws IOException {
        return open(directory, DirectWrites.DIRECT);
    }

    static DirectoryDevice open(Path directory, DirectWrites.Opener opener) throws IOException {
        PrivateFiles.createDirectories(directory);
        DirectoryLock lock = DirectoryLock.tryTake(directory)
                .orElseThrow(
                        () -> new IOException("the journal in " + directory + " is in use: stop its DataNode first"));
        return new DirectoryDevice(directory, lock, opener);
    }

    @Override
    public List<String> list() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals(DirectoryLock.FILE))
                    .toList();
        }
    }

    @Override
    public JournalFile open(String name) throws IOException {
        Path file = directory.resolve(name);
        return new ChannelFile(
                RegularFiles.open(file, MOVE_AWAY, StandardOpenOption.READ, StandardOpenOption.WRITE),
                file,
                directWrites);
    }

    @Override
    public JournalFile create(String name, long size, LongConsumer rest) throws IOException {
        Path file = directory.resolve(name);
        Path temporary = directory.resolve(name + TEMPORARY);
        long space = Files.getFileStore(directory).getUsableSpace();
        if (size > space) {
            // Without the number of free bytes, which changes: a repeated cause is logged once.
            throw new IOException("cannot create " + name + " of " + size + " bytes in " + directory
                    + ": not enough free space; free space, or configure smaller segments or another directory");
        }
        FileChannel channel = PrivateFiles.create(temporary);
        boolean complete = false;
        try {
            // Allocates the blocks, so that later fsyncs write no file-system metadata.
            ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(STRIDE, size));
            long fsynced = 0;
            for (long position = 0; position < size; ) {
                zeros.clear().limit((int) Math.min(zeros.capacity(), size - position));
                long start = System.nanoTime();
                position += channel.write(zeros, position);
                if (position - fsynced >= FSYNC_STRIDE) {
                    channel.force(false);
                    fsynced = position;
                }
                rest.accept(System.nanoTime() - start);
            }
            channel.force(true);
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
            forceDirectory();
            complete = true;
            return new ChannelFile(channel, file, directWrites);
        } finally {
            if (!complete) {
                channel.close();
                Files.deleteIfExists(temporary);
            }
        }
    }

    private void forceDirectory() throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    @Override
    public void delete(String name) throws IOException {
        Files.deleteIfExists(directory.resolve(name));
        forceDirectory();
    }

    @Override
    public String describe() {
        return directory.toString();
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
