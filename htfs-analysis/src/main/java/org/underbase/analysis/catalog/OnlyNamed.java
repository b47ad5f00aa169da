package org.underbase.analysis.catalog;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Paths that calls only rename or delete, so that nothing shows a size, or whether they are files. */
final class OnlyNamed {
    private final TreeSet<String> existing = new TreeSet<>();
    private long count;

    long count() {
        return count;
    }

    void renamed(String from, String to) {
        if (!existing.remove(from)) {
            count++;
        }
        existing.add(to);
    }

    void deleted(String path) {
        if (!existing.remove(path)) {
            count++;
        }
        below(path).clear();
    }

    /** Moves the paths below a directory. */
    void moved(String from, String to) {
        List<String> paths = List.copyOf(below(from));
        below(from).clear();
        paths.forEach(path -> existing.add(to + path.substring(from.length())));
    }

    /** Another file takes the place of a path. */
    void replaced(String path) {
        existing.remove(path);
    }

    /** A call shows that a path is a file; those above it are directories. */
    void used(String path) {
        for (String at = path; !existing.isEmpty() && !at.isEmpty(); at = PathTree.parent(at)) {
            count -= existing.remove(at) ? 1 : 0;
        }
    }

    private SortedSet<String> below(String path) {
        return existing.subSet(path + "/", path + "0");
    }
}
