package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Marker file that names a DataNode's journal: a {@link MarkerFile} whose lines contain a sequence, the journal's directory, and
 * the directory for which the file was written.
 *
 * @param journal journal ID
 * @param sequence sequence of a record that was on disk in the journal
 * @param directory directory of the journal
 * @param home directory that contained the file when it was written; another path reveals a moved or copied data directory
 */
record JournalMarker(UUID journal, long sequence, Path directory, Path home) {
    /** Name in a data directory: the journal may contain synced bytes of its replicas. */
    static final String IN_USE = "combinedlog.location";
    /** Name in a data directory: the journal failed and must never be replayed. */
    static final String INVALID = "combinedlog.invalid";

    private static final MarkerFile FORMAT = new MarkerFile("underbase-combinedlog", 3);

    /** Creates a marker to write. */
    static JournalMarker of(UUID journal, long sequence, Path directory) {
        return new JournalMarker(journal, sequence, directory, directory);
    }

    void write(Path dataDir, String file) throws IOException {
        List<String> lines = List.of(
                Long.toString(sequence),
                directory.toString(),
                dataDir.toRealPath().toString());
        FORMAT.write(dataDir, file, new MarkerFile.Content(journal, lines));
    }

    static Optional<JournalMarker> read(Path dataDir, String file) throws IOException {
        return FORMAT.read(dataDir, file, JournalMarker::of);
    }

    private static JournalMarker of(MarkerFile.Content content) {
        List<String> lines = content.lines();
        JournalMarker marker = new JournalMarker(
                content.journal(), Long.parseLong(lines.get(0)), Path.of(lines.get(1)), Path.of(lines.get(2)));
        if (marker.sequence() < 0
                || !marker.directory().isAbsolute()
                || !marker.home().isAbsolute()) {
            throw new IllegalArgumentException("negative sequence or relative path: " + marker);
        }
        return marker;
    }

    static void remove(Path dataDir, String file) throws IOException {
        if (Files.deleteIfExists(dataDir.resolve(file))) {
            LocalFile.force(dataDir);
        }
    }
}
