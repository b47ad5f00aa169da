package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Set;
import java.util.UUID;

/**
 * A mark in the directory {@code tmp} of each block pool, which every DataNode empties when it loads the pool
 * ({@code BlockPoolSlice}), before ours puts the mark there. So where the journal holds records and the mark is gone, a
 * DataNode without the combined log has run since: the records are older than what it did to the replicas.
 */
final class PoolMark {
    private static final String TMP = "tmp";
    private static final String FILE = "combinedlog.pool";

    private PoolMark() {}

    private static Path tmp(Path dataDir, String pool) {
        return dataDir.resolve("current").resolve(pool).resolve(TMP);
    }

    static void write(Collection<Path> dataDirs, String pool, UUID journal) throws IOException {
        for (Path dataDir : dataDirs) {
            Path directory = tmp(dataDir, pool);
            if (Files.isDirectory(directory)) {
                Mark.of(journal, 0, dataDir).write(directory, FILE);
            }
        }
    }

    static void check(Set<String> pools, Collection<Path> dataDirs, Path journalDir) throws IOException {
        for (String pool : pools) {
            boolean known = false;
            boolean marked = false;
            for (Path dataDir : dataDirs) {
                Path directory = tmp(dataDir, pool);
                known |= Files.isDirectory(directory);
                marked |= Files.exists(directory.resolve(FILE));
            }
            if (known && !marked) {
                throw new IOException("a DataNode without the combined log has run on the block pool " + pool
                        + " since the journal in " + journalDir
                        + " was written: its records are older than the replicas."
                        + " To go on with the replicas as they are, move " + journalDir + " away and remove "
                        + Mark.IN_USE + " from the data directories");
            }
        }
    }
}
