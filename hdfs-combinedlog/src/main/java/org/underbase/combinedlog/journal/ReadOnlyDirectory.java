package org.underbase.combinedlog.journal;

import java.io.IOException;
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
            return new ChannelFile(FileChannel.open(directory.resolve(name), StandardOpenOption.READ));
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
}
