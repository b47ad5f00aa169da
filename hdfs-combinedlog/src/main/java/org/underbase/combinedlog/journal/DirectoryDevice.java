package org.underbase.combinedlog.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/** A directory that one process holds. */
public final class DirectoryDevice implements JournalDevice {
    private static final int STRIDE = 1 << 20;
    private final Path directory;
    private final DirectoryLock lock;

    private DirectoryDevice(Path directory, DirectoryLock lock) {
        this.directory = directory;
        this.lock = lock;
    }

    /**
     * Takes a directory for this process; it is made when it is not there.
     *
     * @param directory the directory
     * @return the device
     * @throws IOException where it cannot be made or another process holds it
     */
    public static DirectoryDevice open(Path directory) throws IOException {
        PrivateFiles.createDirectories(directory);
        DirectoryLock lock = DirectoryLock.tryTake(directory)
                .orElseThrow(() -> new IOException(
                        "the journal in " + directory + " is in use: stop the DataNode that has it first"));
        return new DirectoryDevice(directory, lock);
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
        return new ChannelFile(
                FileChannel.open(directory.resolve(name), StandardOpenOption.READ, StandardOpenOption.WRITE));
    }

    @Override
    public JournalFile create(String name, long size, LongConsumer rest) throws IOException {
        Path file = directory.resolve(name);
        Path making = directory.resolve(name + ".making");
        long room = Files.getFileStore(directory).getUsableSpace();
        if (size > room) {
            throw new IOException(
                    "no room for " + name + " of " + size + " bytes in " + directory + ": " + room + " bytes are free");
        }
        FileChannel channel = PrivateFiles.create(making);
        try {
            // Blocks that hold zeros already: what is written later needs no new metadata to be on disk.
            ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(STRIDE, size));
            for (long position = 0; position < size; ) {
                zeros.clear().limit((int) Math.min(zeros.capacity(), size - position));
                long began = System.nanoTime();
                position += channel.write(zeros, position);
                rest.accept(System.nanoTime() - began);
            }
            channel.force(true);
            Files.move(making, file, StandardCopyOption.ATOMIC_MOVE);
            forceDirectory();
            return new ChannelFile(channel);
        } catch (IOException e) {
            channel.close();
            Files.deleteIfExists(making);
            throw e;
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
