package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.underbase.combinedlog.block.BlockKey;
import org.underbase.combinedlog.block.BlockReplay;
import org.underbase.combinedlog.block.ReplayReport;
import org.underbase.combinedlog.journal.Journal;

/** Replays a journal into the data directories of a DataNode that has not loaded its replicas. */
final class DirectoryReplay {
    private DirectoryReplay() {}

    /**
     * Replays it. What it held is on disk in the block files when this returns.
     *
     * @param journal open, not started
     * @param journalDir where it is
     * @param storages the data directories by their storages' ids
     * @param cacheRoot what {@code dfs.datanode.replica.cache.root.dir} says, or nothing
     */
    static ReplayReport run(Journal<BlockKey> journal, Path journalDir, Map<String, Path> storages, String cacheRoot)
            throws IOException {
        ReplayReport report = BlockReplay.run(
                journal,
                new DirectoryReplicas(storages),
                pools -> PoolMark.check(pools, storages.values(), journalDir));
        ReplicaCaches.delete(storages.values(), cacheRoot);
        return report;
    }
}
