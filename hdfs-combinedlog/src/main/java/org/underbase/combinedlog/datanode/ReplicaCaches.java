package org.underbase.combinedlog.datanode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.stream.Stream;

/**
 * Lists of replicas that a DataNode saves at a clean stop and trusts at its next start ({@code BlockPoolSlice.saveReplicas}). They
 * do not contain the changes of a replay.
 */
final class ReplicaCaches {
    private static final String FILE = "replicas";

    private ReplicaCaches() {}

    /**
     * Deletes the lists.
     *
     * @param cacheRoot value of {@code dfs.datanode.replica.cache.root.dir}; empty if not set
     */
    static void delete(Collection<Path> storages, String cacheRoot) throws IOException {
        for (Path storage : storages) {
            Path current = storage.resolve("current");
            if (!Files.isDirectory(current)) {
                continue;
            }
            try (Stream<Path> pools = Files.list(current)) {
                for (Path pool : pools.filter(
                                each -> each.getFileName().toString().startsWith("BP-"))
                        .toList()) {
                    Path list = pool.resolve("current");
                    if (Files.deleteIfExists(list.resolve(FILE))) {
                        LocalFiles.forceDirectory(list);
                    }
                    if (!cacheRoot.isEmpty()) {
                        Files.deleteIfExists(
                                Path.of(cacheRoot + list.toRealPath()).resolve(FILE));
                    }
                }
            }
        }
    }
}
