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
import org.underbase.combinedlog.journal.JournalView;

/** The marks in all data directories of a DataNode. */
final class Marks {
    private Marks() {}

    /**
     * Refuses to go on with another journal than the one that the data directories name: synced bytes may be there. A
     * journal may have been moved; it is known by its identity.
     *
     * @param dataDirs those that are there
     * @param journalDir the journal that would be replayed, which may not be there
     */
    static void check(Collection<Path> dataDirs, Path journalDir) throws IOException {
        Set<UUID> givenUp = givenUp(dataDirs);
        Optional<UUID> found = JournalView.identityIn(journalDir);
        for (Path dataDir : dataDirs) {
            Optional<Mark> mark = Mark.read(dataDir, Mark.IN_USE);
            if (mark.isPresent() && !givenUp.contains(mark.get().journal())) {
                check(dataDir, mark.get(), real(journalDir), found);
            }
        }
    }

    private static void check(Path dataDir, Mark mark, Path journalDir, Optional<UUID> found) throws IOException {
        boolean same = found.isPresent() && found.get().equals(mark.journal());
        boolean there = isSame(mark.directory(), journalDir);
        boolean copied = isCopy(dataDir, mark);
        if (there && copied) {
            throw new IOException(
                    dataDir + " is a copy of " + mark.home() + ", whose synced bytes are in the journal in "
                            + journalDir + ": copy the journal as well and name the copy, or remove "
                            + dataDir.resolve(Mark.IN_USE) + " to go on without them");
        }
        if (there && !same) {
            throw new IOException("the journal in " + journalDir + " is not the one that synced bytes of " + dataDir
                    + " went to: is its disk mounted? To go on without what it held, remove "
                    + dataDir.resolve(Mark.IN_USE));
        }
        if (there) {
            return;
        }
        if (!same) {
            throw new IOException(
                    "synced bytes of " + dataDir + " may be in the journal in " + mark.directory() + ", and "
                            + journalDir + " is configured: set dfs.datanode.combinedlog.dir back, or run `underbase"
                            + " combinedlog replay` on the old one");
        }
        if (!copied && JournalView.identityIn(mark.directory()).equals(found)) {
            throw new IOException("the journal of " + dataDir + " is in " + mark.directory() + " and in " + journalDir
                    + ": move the older one of them away");
        }
    }

    /** A link may have been left where the journal was. */
    private static boolean isSame(Path one, Path other) throws IOException {
        return one.equals(other) || (Files.exists(one) && Files.exists(other) && Files.isSameFile(one, other));
    }

    private static Path real(Path directory) throws IOException {
        return Files.exists(directory)
                ? directory.toRealPath()
                : directory.toAbsolutePath().normalize();
    }

    /** Whether the directory that a mark was written to is still there beside this one. */
    private static boolean isCopy(Path dataDir, Mark mark) throws IOException {
        if (mark.home().equals(real(dataDir)) || !Files.exists(OfflineReplay.version(mark.home()))) {
            return false;
        }
        return OfflineReplay.storageId(mark.home()).equals(OfflineReplay.storageId(dataDir));
    }

    /** How far a journal is known to have been on disk; 0 where no data directory names it. */
    static long sequence(Collection<Path> dataDirs, UUID journal) throws IOException {
        long sequence = 0;
        for (Path dataDir : dataDirs) {
            Optional<Mark> mark = Mark.read(dataDir, Mark.IN_USE);
            if (mark.isPresent() && mark.get().journal().equals(journal)) {
                sequence = Math.max(sequence, mark.get().sequence());
            }
        }
        return sequence;
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
                return Optional.of(place(dataDir, mark.get()));
            }
        }
        return Optional.empty();
    }

    /** A journal that lay in its data directory was moved, or copied, with it. */
    private static Path place(Path dataDir, Mark mark) throws IOException {
        Path here = real(dataDir);
        if (!mark.home().equals(here) && mark.directory().startsWith(mark.home())) {
            Path beside = here.resolve(mark.home().relativize(mark.directory()));
            if (JournalView.identityIn(beside).equals(Optional.of(mark.journal()))) {
                return beside;
            }
        }
        return mark.directory();
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
