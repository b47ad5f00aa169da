package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.underbase.combinedlog.block.BlockKey;
import org.underbase.combinedlog.journal.DirectoryDevice;
import org.underbase.combinedlog.journal.Journal;
import org.underbase.combinedlog.journal.JournalDevice;
import org.underbase.combinedlog.journal.JournalFiles;
import org.underbase.combinedlog.journal.JournalOptions;
import org.underbase.combinedlog.journal.JournalView;

/**
 * Marker files that bind a journal to data directories. Invariant: a journal is replayed only into the directories that its records
 * belong to, and, with {@link PoolMarkers}, only if no record is older than the replicas.
 *
 * <ul>
 *   <li>{@link JournalMarker#IN_USE} in a data directory: the named journal may contain synced bytes of its replicas, so no other
 *       journal may be used with it. A moved journal is identified by its ID.
 *   <li>{@link JournalMarker#INVALID} in a data directory: the named journal failed and all its bytes are in the replicas' files,
 *       so it must never be replayed. This marker overrides the first.
 * </ul>
 */
final class JournalMarkers {
    /** Function that locks a journal's directory; a test replaces it by a disk that fails. */
    static final AtomicReference<Opener> OPENER = new AtomicReference<>(DirectoryDevice::open);

    private final Collection<Path> dataDirs;

    /** @param dataDirs existing data directories of the DataNode */
    JournalMarkers(Collection<Path> dataDirs) {
        this.dataDirs = List.copyOf(dataDirs);
    }

    /** Function that locks a journal's directory for this process. */
    interface Opener {
        JournalDevice open(Path directory) throws IOException;
    }

    // ---- which journal belongs to the data directories

    /**
     * Opens the journal of the data directories, without starting it.
     *
     * @throws IOException if another process has locked it, the data directories name another journal, or it cannot be read
     */
    Journal<BlockKey> open(Path journalDir, JournalOptions options) throws IOException {
        check(journalDir);
        Set<UUID> invalid = invalid();
        if (!invalid.isEmpty()) {
            deleteInvalid(journalDir, invalid);
        }
        Journal<BlockKey> journal = openDevice(journalDir, options);
        journal.expect(sequence(journal.id()));
        return journal;
    }

    /** Deletes the journal before its records are read: a failed disk may not be readable. */
    private void deleteInvalid(Path journalDir, Set<UUID> invalid) throws IOException {
        try (JournalDevice device = OPENER.get().open(journalDir)) {
            Optional<UUID> id = JournalFiles.idOf(device);
            if (id.isPresent() && invalid.contains(id.get())) {
                JournalFiles.delete(device);
            }
        }
    }

    private static Journal<BlockKey> openDevice(Path journalDir, JournalOptions options) throws IOException {
        JournalDevice device = OPENER.get().open(journalDir);
        try {
            return Journal.open(device, options);
        } catch (IOException e) {
            device.close();
            throw e;
        }
    }

    /**
     * Checks that the data directories do not name another journal, which may contain their synced bytes.
     *
     * @param journalDir directory of the journal to replay; may be missing
     * @throws IOException if the journal must not be used
     */
    void check(Path journalDir) throws IOException {
        Set<UUID> invalid = invalid();
        Optional<UUID> found = JournalView.idIn(journalDir);
        for (Path dataDir : dataDirs) {
            Optional<JournalMarker> marker = JournalMarker.read(dataDir, JournalMarker.IN_USE);
            if (marker.isPresent() && !invalid.contains(marker.get().journal())) {
                check(dataDir, marker.get(), DataDirectory.real(journalDir), found);
            }
        }
    }

    private static void check(Path dataDir, JournalMarker marker, Path journalDir, Optional<UUID> found)
            throws IOException {
        boolean sameId = found.isPresent() && found.get().equals(marker.journal());
        boolean samePlace = isSame(marker.directory(), journalDir);
        boolean copied = isCopy(dataDir, marker);
        Path file = dataDir.resolve(JournalMarker.IN_USE);
        if (samePlace && copied) {
            throw new IOException(
                    dataDir + " is a copy of " + marker.home() + ", whose synced bytes are in the journal in "
                            + journalDir + ": copy the journal as well and configure the copy, or remove " + file
                            + " to continue without them");
        }
        if (samePlace && !sameId) {
            throw new IOException("the journal in " + journalDir + " is not the journal of the synced bytes of "
                    + dataDir + ": mount its disk, or remove " + file + " to continue without its records");
        }
        if (samePlace) {
            return;
        }
        if (!sameId) {
            throw new IOException("synced bytes of " + dataDir + " may be in the journal in " + marker.directory()
                    + ", but " + journalDir + " is configured: restore dfs.datanode.combinedlog.dir, or run `underbase"
                    + " combinedlog replay` on the old journal");
        }
        if (!copied && JournalView.idIn(marker.directory()).equals(found)) {
            throw new IOException("the journal of " + dataDir + " is in " + marker.directory() + " and in " + journalDir
                    + ": move the older journal away");
        }
    }

    /** A symbolic link may point to the journal. */
    private static boolean isSame(Path one, Path other) throws IOException {
        return one.equals(other) || (Files.exists(one) && Files.exists(other) && Files.isSameFile(one, other));
    }

    /** Whether the directory for which the marker was written still exists under its old path. */
    private static boolean isCopy(Path dataDir, JournalMarker marker) throws IOException {
        if (marker.home().equals(DataDirectory.real(dataDir)) || !Files.exists(DataDirectory.version(marker.home()))) {
            return false;
        }
        return DataDirectory.storageId(marker.home()).equals(DataDirectory.storageId(dataDir));
    }

    /** Returns the directory of the last used journal; empty after a clean stop and after its invalidation. */
    Optional<Path> journalDirectory() throws IOException {
        return lastUsed().map(JournalMarker::directory);
    }

    /** Returns the last used journal, at its current location; empty after a clean stop and after its invalidation. */
    Optional<JournalMarker> lastUsed() throws IOException {
        Set<UUID> invalid = invalid();
        for (Path dataDir : dataDirs) {
            Optional<JournalMarker> marker = JournalMarker.read(dataDir, JournalMarker.IN_USE);
            if (marker.isPresent() && !invalid.contains(marker.get().journal())) {
                JournalMarker found = marker.get();
                return Optional.of(
                        new JournalMarker(found.journal(), found.sequence(), directory(dataDir, found), found.home()));
            }
        }
        return Optional.empty();
    }

    /** A journal inside its data directory was moved or copied with it. */
    private static Path directory(Path dataDir, JournalMarker marker) throws IOException {
        Path here = DataDirectory.real(dataDir);
        if (!marker.home().equals(here) && marker.directory().startsWith(marker.home())) {
            Path moved = here.resolve(marker.home().relativize(marker.directory()));
            if (JournalView.idIn(moved).equals(Optional.of(marker.journal()))) {
                return moved;
            }
        }
        return marker.directory();
    }

    /** Returns a sequence that was on disk in the journal; 0 if no data directory names the journal. */
    long sequence(UUID journal) throws IOException {
        long sequence = 0;
        for (Path dataDir : dataDirs) {
            Optional<JournalMarker> marker = JournalMarker.read(dataDir, JournalMarker.IN_USE);
            if (marker.isPresent() && marker.get().journal().equals(journal)) {
                sequence = Math.max(sequence, marker.get().sequence());
            }
        }
        return sequence;
    }

    /** Binds a started journal to the data directories, which no longer need an earlier, invalid journal. */
    void use(JournalMarker marker) throws IOException {
        for (Path dataDir : dataDirs) {
            marker.write(dataDir, JournalMarker.IN_USE);
        }
        for (Path dataDir : dataDirs) {
            JournalMarker.remove(dataDir, JournalMarker.INVALID);
        }
    }

    /** Releases the data directories of an empty journal. The markers that require a journal are removed first. */
    void clear() throws IOException {
        for (String file : List.of(JournalMarker.IN_USE, JournalMarker.INVALID)) {
            for (Path dataDir : dataDirs) {
                if (Files.isDirectory(dataDir)) {
                    JournalMarker.remove(dataDir, file);
                }
            }
        }
    }

    // ---- when it is invalid

    /** Whether the journal failed and all its bytes are in the replicas' files. */
    boolean isInvalid(UUID journal) throws IOException {
        return invalid().contains(journal);
    }

    /** Whether any journal of the data directories failed and was not replaced since. */
    boolean anyInvalid() throws IOException {
        return !invalid().isEmpty();
    }

    private Set<UUID> invalid() throws IOException {
        Set<UUID> result = new HashSet<>();
        for (Path dataDir : dataDirs) {
            JournalMarker.read(dataDir, JournalMarker.INVALID)
                    .map(JournalMarker::journal)
                    .ifPresent(result::add);
        }
        return result;
    }

    /** Marks a failed journal as invalid. One data directory suffices, because the others' disk may have failed as well. */
    void invalidate(JournalMarker marker) throws IOException {
        int written = 0;
        IOException last = null;
        for (Path dataDir : dataDirs) {
            try {
                marker.write(dataDir, JournalMarker.INVALID);
                written++;
            } catch (IOException e) {
                last = e;
            }
        }
        if (written == 0) {
            throw new IOException(
                    "cannot mark the failed journal as invalid in any data directory: move " + marker.directory()
                            + " away before the next start of this DataNode",
                    last);
        }
    }
}
