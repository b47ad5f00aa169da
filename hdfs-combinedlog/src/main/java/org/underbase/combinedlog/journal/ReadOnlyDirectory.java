package org.underbase.combinedlog.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/** A journal's directory that is looked at: nobody is kept out of it and nothing in it is changed. */
record ReadOnlyDirectory(Path directory) implements JournalDevice {
    @Override
    public List<String> list() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    @Override
    public JournalFile open(String name) throws IOException {
        try {
            return new ReadOnlyFile(FileChannel.open(directory.resolve(name), StandardOpenOption.READ));
        } catch (NoSuchFileException e) {
            throw new IOException("the journal in " + directory + " changed while it was read: try again", e);
        }
    }

    @Override
    public JournalFile create(String name, long size, LongConsumer rest) throws IOException {
        throw refusal();
    }

    @Override
    public void delete(String name) throws IOException {
        throw refusal();
    }

    /** What would be changed is half made or half deleted, and said to be void. */
    private IOException refusal() {
        return new IOException(
                "the journal in " + directory + " was being made or deleted when its process ended: it holds nothing");
    }

    @Override
    public String describe() {
        return directory.toString();
    }

    @Override
    public void close() {
        // Nothing is held.
    }

    private record ReadOnlyFile(FileChannel channel) implements JournalFile {
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
            throw new IOException("the journal is looked at only");
        }

        @Override
        public void force() {
            // Nothing was written.
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
