package org.underbase.analysis.catalog;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.collections.Long2ObjectHashMap;

/** Files of one process by their local ids. An id may mean different files at different times. */
final class Bindings {
    /** Files that one local id means, each from a time on; the first one from the beginning. */
    static final class Local {
        private final List<FileNode> nodes = new ArrayList<>(1);
        private long[] since = {};

        private FileNode last() {
            return nodes.get(nodes.size() - 1).root();
        }

        private void add(FileNode node, long from) {
            nodes.add(node);
            since = Arrays.copyOf(since, nodes.size());
            since[nodes.size() - 1] = from;
        }
    }

    private final Long2ObjectHashMap<Local> files = new Long2ObjectHashMap<>();

    /** Returns the file that a local id means; null if it is new. */
    FileNode get(long id) {
        Local local = files.get(id);
        return local == null ? null : local.last();
    }

    void bind(long id, FileNode node, long from) {
        Local local = files.computeIfAbsent(id, key -> new Local());
        if (local.nodes.isEmpty() || local.last() != node.root()) {
            local.add(node, from);
        }
    }

    /** Returns the keys of the files, after {@link FileNode#facts}. */
    LocalKeys keys() {
        LocalKeys keys = new LocalKeys();
        files.forEach((id, local) -> keys.put(
                id, local.nodes.stream().mapToInt(node -> node.root().key()).toArray(), local.since));
        return keys;
    }
}
