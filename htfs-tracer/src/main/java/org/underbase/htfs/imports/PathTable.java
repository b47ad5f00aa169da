package org.underbase.htfs.imports;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Map from paths to the files that they name, replayed from creations, renames and deletions. It is bounded: paths that were
 * not used for the longest time are evicted and get a new id at their next use.
 */
final class PathTable {
    /** Maximum number of paths. */
    static final int MAX = 500_000;

    private final int max;
    private final TreeMap<String, File> files = new TreeMap<>();
    private long ids;
    private long clock;

    /** A file or directory. */
    static final class File {
        private final long id;
        private boolean directory;
        private long used;

        /** Last known length in bytes, -1 if it is unknown. */
        private long length = -1;

        /** End of the last known byte that was read, -1 if none was. */
        private long lastRead = -1;

        /** Number of the file among those that are being written, until it has its final name; -1 if it has. */
        private int output = -1;

        private File(long id) {
            this.id = id;
        }

        long id() {
            return id;
        }

        long length() {
            return length;
        }

        void setLength(long bytes) {
            length = bytes;
        }

        void read(long end) {
            lastRead = Math.max(lastRead, end);
        }

        /** Returns the size that the file has at least, as far as it is known; -1 if nothing is. */
        long extent() {
            return Math.max(length, lastRead);
        }

        int output() {
            return output;
        }

        void setOutput(int number) {
            output = number;
        }

        /** Extends the file to a known end. */
        void wrote(long end) {
            length = Math.max(length, end);
        }
    }

    PathTable() {
        this(MAX);
    }

    PathTable(int max) {
        this.max = max;
    }

    /** Returns the current file of a path. */
    File file(String path) {
        File file = files.get(path);
        if (file == null) {
            file = new File(++ids);
            put(path, file);
        }
        file.used = ++clock;
        return file;
    }

    /** Creates a file at a path and replaces an existing one. */
    File created(String path) {
        deleted(path);
        File file = file(path);
        file.length = 0;
        return file;
    }

    File directory(String path) {
        File file = file(path);
        file.directory = true;
        return file;
    }

    /** Removes a path and its contents. */
    void deleted(String path) {
        files.remove(path);
        below(path).clear();
    }

    /**
     * Moves a file, or a directory with its contents.
     *
     * @param from its path
     * @param to the target
     * @param exact whether the target is the new path; otherwise a known directory receives it
     */
    void renamed(String from, String to, boolean exact) {
        File known = files.get(to);
        boolean into = !exact && (known != null ? known.directory : !below(to).isEmpty());
        String target = !into ? to : (to.equals("/") ? "" : to) + from.substring(Math.max(0, from.lastIndexOf('/')));
        if (target.equals(from)) {
            return;
        }
        File file = files.remove(from);
        Map<String, File> children = below(from);
        List<Map.Entry<String, File>> moved = new ArrayList<>();
        children.forEach((path, child) -> moved.add(Map.entry(target + path.substring(from.length()), child)));
        children.clear();
        deleted(target);
        if (file != null) {
            put(target, file);
        }
        moved.forEach(entry -> put(entry.getKey(), entry.getValue()));
    }

    private void put(String path, File file) {
        file.used = ++clock;
        files.put(path, file);
        if (files.size() > max) {
            // Each use has another time: at most half of the paths remain.
            long oldest = clock - max / 2;
            files.values().removeIf(each -> each.used <= oldest);
        }
    }

    private Map<String, File> below(String path) {
        String prefix = path.endsWith("/") ? path : path + "/";
        // '0' is the character after '/'.
        return files.subMap(prefix, false, prefix.substring(0, prefix.length() - 1) + '0', false);
    }
}
