package org.underbase.analysis.catalog;

import java.util.HashMap;
import java.util.Map;
import org.underbase.htfs.format.FileIdentity;

/**
 * Namespaces by the names of their file systems. Two name services or addresses of one NameNode have one block pool; a file
 * system with several pools, such as a router's, is one namespace of paths.
 */
final class FileSystems {
    private static final String SEVERAL = "";

    private final Map<String, String> pools = new HashMap<>();

    void learn(FileIdentity identity) {
        if (!identity.blockPool().isEmpty()) {
            pools.merge(identity.fileSystem(), identity.blockPool(), (a, b) -> a.equals(b) ? a : SEVERAL);
        }
    }

    /** Adds others. */
    void learn(FileSystems others) {
        others.pools.forEach((fileSystem, pool) -> pools.merge(fileSystem, pool, (a, b) -> a.equals(b) ? a : SEVERAL));
    }

    /** Returns the namespace of the paths of a file system. */
    String ofPath(String fileSystem) {
        String pool = pools.getOrDefault(fileSystem, SEVERAL);
        return pool.equals(SEVERAL) ? fileSystem : pool;
    }

    /** Returns the namespace of an inode or block. */
    String ofIdentity(FileIdentity identity) {
        return identity.blockPool().isEmpty() ? ofPath(identity.fileSystem()) : identity.blockPool();
    }
}
