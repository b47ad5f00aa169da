package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.underbase.combinedlog.block.BlockKey;
import org.underbase.combinedlog.block.BlockReplay;
import org.underbase.combinedlog.block.ReplayReport;
import org.underbase.combinedlog.journal.Journal;

/** Replay of a journal into the data directories of a DataNode that has not loaded its replicas. */
final class DirectoryReplay {
    private DirectoryReplay() {}

    /**
     * Replays a journal. All synced bytes are on disk in the block files when this returns.
     *
     * @param journal open journal, not started
     * @param journalDir directory of the journal
     * @param storages data directories by storage ID
     * @param cacheRoot value of {@code dfs.datanode.replica.cache.root.dir}; empty if not set
     */
    static ReplayReport run(Journal<BlockKey> journal, Path journalDir, Map<String, Path> storages, String cacheRoot)
            throws IOException {
        ReplayReport report =
                BlockReplay.run(journal, new DirectoryReplicas(storages), pools -> new JournalMarkers(storages.values())
                        .checkPools(pools, journalDir));
        ReplicaCaches.delete(storages.values(), cacheRoot);
        return report;
    }
}
