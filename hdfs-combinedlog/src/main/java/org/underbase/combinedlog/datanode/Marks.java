package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.UUID;

/** The marks in all data directories of a DataNode. */
final class Marks {
    private Marks() {}

    /**
     * Refuses to go on where a data directory names another journal than the one that would be replayed: synced bytes may
     * be there.
     */
    static void check(Collection<Path> dataDirs, Path journalDir) throws IOException {
        for (Path dataDir : dataDirs) {
            Optional<Mark> mark = Mark.read(dataDir, Mark.IN_USE);
            if (mark.isEmpty() || mark.get().directory().equals(journalDir)) {
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
        for (Path dataDir : dataDirs) {
            Optional<Mark> mark = Mark.read(dataDir, Mark.IN_USE);
            if (mark.isPresent() && !mark.get().journal().equals(journal)) {
                throw new IOException("the journal in " + journalDir + " is not the one that synced bytes of " + dataDir
                        + " went to: is its disk mounted? To go on without what it held, remove "
                        + dataDir.resolve(Mark.IN_USE));
            }
        }
    }

    static boolean givenUp(Collection<Path> dataDirs, UUID journal) throws IOException {
        for (Path dataDir : dataDirs) {
            Optional<Mark> mark = Mark.read(dataDir, Mark.GIVEN_UP);
            if (mark.isPresent() && mark.get().journal().equals(journal)) {
                return true;
            }
        }
        return false;
    }

    static void use(Collection<Path> dataDirs, Mark mark) throws IOException {
        for (Path dataDir : dataDirs) {
            mark.write(dataDir, Mark.IN_USE);
        }
    }

    static void unused(Collection<Path> dataDirs) throws IOException {
        for (Path dataDir : dataDirs) {
            if (Files.isDirectory(dataDir)) {
                Mark.remove(dataDir, Mark.IN_USE);
                Mark.remove(dataDir, Mark.GIVEN_UP);
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
