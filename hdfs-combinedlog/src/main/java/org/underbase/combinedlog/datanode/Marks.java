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

/** The marks in all data directories of a DataNode. */
final class Marks {
    private Marks() {}

    /**
     * Refuses to go on where a data directory names another journal than the one that would be replayed: synced bytes may
     * be there.
     */
    static void check(Collection<Path> dataDirs, Path journalDir) throws IOException {
        Set<UUID> givenUp = givenUp(dataDirs);
        for (Path dataDir : dataDirs) {
            Optional<Mark> mark = Mark.read(dataDir, Mark.IN_USE);
            boolean right = mark.isEmpty()
                    || mark.get().directory().equals(journalDir)
                    || givenUp.contains(mark.get().journal());
            if (right) {
                continue;
            }
            throw new IOException("synced bytes of " + dataDir + " may be in the journal in "
                    + mark.get().directory() + ", and " + journalDir
                    + " is configured: set dfs.datanode.combinedlog.dir back, or run `underbase combinedlog replay` on"
                    + " the old one");
        }
    }

    /** As {@link #check}, once the journal is open: a directory that was emptied by hand is another journal. */
    static void checkIdentity(Collection<Path> dataDirs, Path journalDir, UUID journal) throws IOException {
        Set<UUID> known = givenUp(dataDirs);
        known.add(journal);
        for (Path dataDir : dataDirs) {
            Optional<Mark> mark = Mark.read(dataDir, Mark.IN_USE);
            if (mark.isPresent() && !known.contains(mark.get().journal())) {
                throw new IOException("the journal in " + journalDir + " is not the one that synced bytes of " + dataDir
                        + " went to: is its disk mounted? To go on without what it held, remove "
                        + dataDir.resolve(Mark.IN_USE));
            }
        }
    }

    /** Journals that failed and whose records are in the replicas' files. */
    static Set<UUID> givenUp(Collection<Path> dataDirs) throws IOException {
        Set<UUID> result = new HashSet<>();
        for (Path dataDir : dataDirs) {
            Mark.read(dataDir, Mark.GIVEN_UP).map(Mark::journal).ifPresent(result::add);
        }
        return result;
    }

    /** Where the data directories say that the journal is; one that was given up does not count. */
    static Optional<Path> directory(Collection<Path> dataDirs) throws IOException {
        Set<UUID> givenUp = givenUp(dataDirs);
        for (Path dataDir : dataDirs) {
            Optional<Mark> mark = Mark.read(dataDir, Mark.IN_USE);
            if (mark.isPresent() && !givenUp.contains(mark.get().journal())) {
                return mark.map(Mark::directory);
            }
        }
        return Optional.empty();
    }

    static void use(Collection<Path> dataDirs, Mark mark) throws IOException {
        for (Path dataDir : dataDirs) {
            mark.write(dataDir, Mark.IN_USE);
        }
    }

    /** First those that ask for a journal, then those that say that it does not count. */
    static void unused(Collection<Path> dataDirs) throws IOException {
        for (String file : List.of(Mark.IN_USE, Mark.GIVEN_UP)) {
            for (Path dataDir : dataDirs) {
                if (Files.isDirectory(dataDir)) {
                    Mark.remove(dataDir, file);
                }
            }
        }
    }

    /** One directory that knows is enough: another's disk may be the one that fails. */
    static void giveUp(Collection<Path> dataDirs, Mark mark) throws IOException {
        int told = 0;
        IOException last = null;
        for (Path dataDir : dataDirs) {
            try {
                mark.write(dataDir, Mark.GIVEN_UP);
                told++;
            } catch (IOException e) {
                last = e;
            }
        }
        if (told == 0) {
            throw new IOException(
                    "no data directory could be told that the journal failed: move " + mark.directory()
                            + " away before this DataNode is started again",
                    last);
        }
    }
}
