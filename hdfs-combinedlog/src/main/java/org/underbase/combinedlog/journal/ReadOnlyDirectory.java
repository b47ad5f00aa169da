package org.underbase.combinedlog.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/** Journal directory that is neither locked nor changed. */
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
            Path file = directory.resolve(name);
            return new ChannelFile(RegularFiles.open(file, MOVE_AWAY, StandardOpenOption.READ), file);
        } catch (NoSuchFileException e) {
            throw new IOException("the journal in " + directory + " changed while it was read: repeat the command", e);
        }
    }

    @Override
    public JournalFile create(String name, long size, LongConsumer rest) throws IOException {
        throw unsupported();
    }

    @Override
    public void delete(String name) throws IOException {
        throw unsupported();
    }

    /** Only an empty journal of another release, and one that was half created or deleted, requires a change to be opened. */
    private IOException unsupported() {
        return new IOException("the journal in " + directory
                + " is empty: its format is of another release, or its process exited while it created or deleted it");
    }

    @Override
    public String describe() {
        return directory.toString();
    }

    @Override
    public void close() {
        // This view holds no lock.
    }
}
