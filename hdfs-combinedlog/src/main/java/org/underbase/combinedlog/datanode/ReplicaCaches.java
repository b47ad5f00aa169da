package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;

/**
 * Lists of replicas that a DataNode saves at a clean stop and trusts at its next start ({@code BlockPoolSlice.saveReplicas}). They
 * do not contain the changes of a replay.
 */
final class ReplicaCaches {
    private static final String FILE = "replicas";

    private ReplicaCaches() {}

    /** Returns the root directory of the lists; empty if they are in the data directories. */
    static String root(Configuration conf) {
        return conf.getTrimmed(DFSConfigKeys.DFS_DATANODE_REPLICA_CACHE_ROOT_DIR_KEY, "");
    }

    /**
     * Deletes the lists.
     *
     * @param cacheRoot value of {@code dfs.datanode.replica.cache.root.dir}; empty if not set
     */
    static void delete(Collection<Path> storages, String cacheRoot) throws IOException {
        for (Path storage : storages) {
            for (String pool : DataDirectory.pools(storage)) {
                Path list = DataDirectory.replicas(storage, pool);
                if (Files.deleteIfExists(list.resolve(FILE))) {
                    LocalFile.force(list);
                }
                if (!cacheRoot.isEmpty()) {
                    Files.deleteIfExists(Path.of(cacheRoot + list.toRealPath()).resolve(FILE));
                }
            }
        }
    }
}
