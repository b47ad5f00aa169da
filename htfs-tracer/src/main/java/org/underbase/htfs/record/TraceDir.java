package org.underbase.htfs.record;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.underbase.htfs.format.TraceFiles;

/** The directory of segments: its size, and the segments that may be deleted because of the size limit. */
final class TraceDir {
    /** A segment of any process. */
    record Entry(Path file, String process, long bytes, long modified) {}

    private final Path dir;
    private final String hostPrefix;

    /**
     * Creates the view of a directory.
     *
     * @param dir the directory
     * @param hostPrefix prefix of the file names of this host's segments
     */
    TraceDir(Path dir, String hostPrefix) {
        this.dir = dir;
        this.hostPrefix = hostPrefix;
    }

    /** Lists all segments, oldest first. */
    List<Entry> list() throws IOException {
        List<Entry> entries = new ArrayList<>();
        try (Stream<Path> files = Files.list(dir)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                String name = file.getFileName().toString();
                int dash = name.lastIndexOf('-');
                if (name.endsWith(TraceFiles.SUFFIX) && dash > 0) {
                    entry(file, name.substring(0, dash)).ifPresent(entries::add);
                }
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        entries.sort(Comparator.comparingLong(Entry::modified)
                .thenComparing(e -> e.file().getFileName().toString()));
        return entries;
    }

    /** Selects the segments that may be deleted: all except the newest of each process that may still write it. */
    List<Entry> expendable(List<Entry> entries) {
        Map<String, Entry> newest = new HashMap<>();
        for (Entry entry : entries) {
            newest.merge(entry.process(), entry, (a, b) -> a.file().compareTo(b.file()) > 0 ? a : b);
        }
        return entries.stream()
                .filter(entry -> !newest.get(entry.process()).equals(entry)
                        || dead(entry.process())
                        || TraceFiles.ended(entry.file()))
                .toList();
    }

    /** Whether a process of this host certainly exited. */
    private boolean dead(String process) {
        int end = process.lastIndexOf('-');
        int begin = hostPrefix.length();
        if (end <= begin || !process.startsWith(hostPrefix)) {
            return false;
        }
        try {
            return ProcessHandle.of(Long.parseLong(process.substring(begin, end)))
                    .isEmpty();
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static Optional<Entry> entry(Path file, String process) throws IOException {
        try {
            return Optional.of(new Entry(
                    file,
                    process,
                    Files.size(file),
                    Files.getLastModifiedTime(file).toMillis()));
        } catch (NoSuchFileException e) {
            // Another process deleted it after the listing.
            return Optional.empty();
        }
    }
}
