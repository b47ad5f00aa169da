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

        FileNode at(long nanos) {
            int i = nodes.size() - 1;
            while (i > 0 && since[i] > nanos) {
                i--;
            }
            return nodes.get(i).root();
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

    /** Returns the file that a local id meant at a time; null if it is unknown. */
    FileNode at(long id, long nanos) {
        Local local = files.get(id);
        return local == null ? null : local.at(nanos);
    }
}
