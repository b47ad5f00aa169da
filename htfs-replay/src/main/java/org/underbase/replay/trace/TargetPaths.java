package org.underbase.replay.trace;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.underbase.htfs.format.FileIdentity;

/**
 * Paths of the replay: all traced paths are below one directory. Several traced namespaces get a directory each, by the name of
 * their block pool or file system.
 */
public final class TargetPaths {
    private final String root;
    private final Map<String, String> poolOf = new HashMap<>();
    private boolean several;

    /** @param root directory of the replay's files, without a slash at its end */
    public TargetPaths(String root) {
        this.root = root;
    }

    /** Learns the block pool of a file system. */
    void learn(FileIdentity identity) {
        String fileSystem = identity.fileSystem();
        String pool = identity.blockPool();
        String known = poolOf.get(fileSystem);
        if (known == null || (known.isEmpty() && !pool.isEmpty())) {
            poolOf.put(fileSystem, pool);
            several = namespaces().size() > 1;
        }
    }

    /** Returns the path of the replay; empty if the traced one is empty or leads upwards. */
    String of(String fileSystem, String path) {
        if (!path.startsWith("/")) {
            return "";
        }
        String base = several ? root + "/" + namespace(fileSystem) : root;
        String target =
                path.equals("/") ? base : base + (path.endsWith("/") ? path.substring(0, path.length() - 1) : path);
        return (target + "/").contains("/../") ? "" : target;
    }

    private Set<String> namespaces() {
        Set<String> names = new HashSet<>();
        poolOf.keySet().stream().filter(name -> !name.isEmpty()).forEach(name -> names.add(namespace(name)));
        return names;
    }

    private String namespace(String fileSystem) {
        String pool = poolOf.getOrDefault(fileSystem, "");
        String name = pool.isEmpty() ? fileSystem : pool;
        return name.isEmpty() ? "unknown" : name.replaceAll("[^A-Za-z0-9._-]", "_");
    }
}
