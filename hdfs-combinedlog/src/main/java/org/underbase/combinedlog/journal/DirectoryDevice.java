package org.underbase.combinedlog.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/** A directory that one process holds. */
public final class DirectoryDevice implements JournalDevice {
    private static final String LOCK = "in_use.lock";
    private static final int STRIDE = 1 << 20;
    private final Path directory;
    private final FileChannel lockChannel;

    private DirectoryDevice(Path directory, FileChannel lockChannel) {
        this.directory = directory;
        this.lockChannel = lockChannel;
    }

    /**
     * Takes a directory for this process; it is made when it is not there.
     *
     * @param directory the directory
     * @return the device
     * @throws IOException where it cannot be made or another process holds it
     */
    public static DirectoryDevice open(Path directory) throws IOException {
        Files.createDirectories(directory);
        FileChannel channel =
                FileChannel.open(directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            lock = null;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        if (lock == null) {
            channel.close();
            throw new IOException("the journal in " + directory + " is in use: stop the DataNode that has it first");
        }
        return new DirectoryDevice(directory, channel);
    }

    @Override
    public List<String> list() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals(LOCK))
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
        FileChannel channel = FileChannel.open(
                making,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
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
        lockChannel.close();
    }

    private record ChannelFile(FileChannel channel) implements JournalFile {
        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public void read(ByteBuffer buffer, long position) throws IOException {
            long at = position;
            while (buffer.hasRemaining()) {
                int count = channel.read(buffer, at);
                if (count < 0) {
                    return;
                }
                at += count;
            }
        }

        @Override
        public void write(ByteBuffer buffer, long position) throws IOException {
            long at = position;
            while (buffer.hasRemaining()) {
                at += channel.write(buffer, at);
            }
        }

        @Override
        public void force() throws IOException {
            channel.force(false);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
