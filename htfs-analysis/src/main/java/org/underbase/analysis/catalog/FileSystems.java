package org.underbase.analysis.catalog;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.underbase.htfs.format.FileIdentity;

/**
 * Namespaces by the names of their file systems. Two name services or addresses of one NameNode have one block pool; a file
 * system with several pools, such as a router's, is one namespace of paths.
 */
final class FileSystems {
    private static final String SEVERAL = "";

    private final Map<String, String> pools = new HashMap<>();
    private final Set<String> names = new HashSet<>();

    void learn(FileIdentity identity) {
        names.add(identity.fileSystem());
        if (!identity.blockPool().isEmpty()) {
            pools.merge(identity.fileSystem(), identity.blockPool(), (a, b) -> a.equals(b) ? a : SEVERAL);
        }
    }

    /** Adds others. */
    void learn(FileSystems others) {
        names.addAll(others.names);
        others.pools.forEach((fileSystem, pool) -> pools.merge(fileSystem, pool, (a, b) -> a.equals(b) ? a : SEVERAL));
    }

    /** Returns the namespace of the paths of a file system. */
    String ofPath(String fileSystem) {
        String pool = pools.getOrDefault(fileSystem, SEVERAL);
        return pool.equals(SEVERAL) ? fileSystem : pool;
    }

    /** Returns the namespaces of all paths. */
    SortedSet<String> namespaces() {
        return names.stream().map(this::ofPath).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the namespace of an inode or block. */
    String ofIdentity(FileIdentity identity) {
        return identity.blockPool().isEmpty() ? ofPath(identity.fileSystem()) : identity.blockPool();
    }
}
