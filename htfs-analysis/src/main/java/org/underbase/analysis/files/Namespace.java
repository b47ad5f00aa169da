package org.underbase.analysis.files;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Replay of changes in the order of time, which gives the lifetime of each created file and the size of each file. It contains
 * the files that calls created, opened or looked up, the directories above them, and created directories. A path begins
 * with its file system.
 */
final class Namespace {
    /** File that exists. Its lifetime has ended when HBase archived it. */
    private static final class Living {
        private final TracedFile file;
        private FileKind kind;
        private boolean ended;

        private Living(TracedFile file) {
            this.file = file;
            this.kind = FileKind.of(file.path());
        }
    }

    private final TreeMap<String, Living> byPath = new TreeMap<>();
    private final TreeSet<String> directories = new TreeSet<>();
    private final List<Living> files = new ArrayList<>();
    private final List<FileLife> lives = new ArrayList<>();

    void create(TracedFile file) {
        remove(file.path(), file.createdNanos(), FileLife.End.OVERWRITTEN);
        add(file);
    }

    /**
     * Adds a file that was created before the trace, unless another process has shown it. The length of a created file follows
     * from its own writes: another process may have looked at later files of its path too, which have one ID there.
     */
    void seen(TracedFile file) {
        Living known = byPath.get(file.path());
        if (known == null) {
            add(file);
        } else if (!known.file.isCreated()) {
            known.file.same(file);
        }
    }

    private void add(TracedFile file) {
        Living living = new Living(file);
        files.add(living);
        put(file.path(), living);
    }

    /** Adds a directory and those above it. */
    void directory(String path) {
        for (String at = path; !at.isEmpty() && directories.add(at); at = parent(at)) {
            // The loop adds the directories.
        }
    }

    void delete(String path, long atNanos) {
        remove(path, atNanos, FileLife.End.DELETED);
        Map<String, Living> below = below(byPath, path);
        below.values().forEach(file -> died(file, atNanos, FileLife.End.DELETED));
        below.clear();
        below(directories, path).clear();
        directories.remove(path);
    }

    /** Appends a file to another one; that ends its lifetime. */
    void concat(String target, String source, long atNanos) {
        Living appended = byPath.get(source);
        Living file = byPath.get(target);
        if (appended != null && file != null) {
            file.file.concatenated(atNanos, appended.file.size());
        }
        remove(source, atNanos, FileLife.End.DELETED);
    }

    /** Moves a file or directory into its target if that is a directory, otherwise to its target. */
    void move(String from, String target, long atNanos) {
        boolean into = directories.contains(target) || target.endsWith("/");
        String directory = target.endsWith("/") ? parent(target) : target;
        rename(from, into ? directory + from.substring(Math.max(0, from.lastIndexOf('/'))) : target, atNanos);
    }

    /** Moves a file or directory to a path. */
    void rename(String from, String to, long atNanos) {
        if (from.equals(to)) {
            return;
        }
        Living file = byPath.remove(from);
        if (file != null) {
            move(file, from, to, atNanos);
        }
        Map<String, Living> below = below(byPath, from);
        Map<String, Living> moving = new TreeMap<>(below);
        below.clear();
        moving.forEach((path, living) -> move(living, path, to + path.substring(from.length()), atNanos));
        List<String> moved = new ArrayList<>(below(directories, from));
        if (directories.contains(from)) {
            moved.add(from);
        }
        moved.forEach(directories::remove);
        moved.forEach(path -> directory(to + path.substring(from.length())));
        directory(parent(to));
    }

    /** Ends the replay; files that exist count as alive at the end of the trace. */
    void finish(long endNanos) {
        byPath.values().forEach(file -> died(file, endNanos, FileLife.End.ALIVE));
        byPath.clear();
    }

    /** Returns the lifetimes of the created files, in no order. */
    List<FileLife> lives() {
        return lives;
    }

    /** Returns the last known sizes of all files by kind. */
    Map<FileKind, List<Long>> sizes() {
        Map<FileKind, List<Long>> sizes = new TreeMap<>();
        files.forEach(file ->
                sizes.computeIfAbsent(file.kind, kind -> new ArrayList<>()).add(file.file.size()));
        return sizes;
    }

    private void move(Living file, String from, String to, long atNanos) {
        if (isArchive(to) && !isArchive(from)) {
            died(file, atNanos, FileLife.End.ARCHIVED);
        }
        remove(to, atNanos, FileLife.End.OVERWRITTEN);
        if (file.kind.equals(FileKind.OTHER)) {
            file.kind = FileKind.of(to);
        }
        put(to, file);
    }

    private void put(String path, Living file) {
        byPath.put(path, file);
        directories.remove(path);
        directory(parent(path));
    }

    private void remove(String path, long atNanos, FileLife.End end) {
        Living file = byPath.remove(path);
        if (file != null) {
            died(file, atNanos, end);
        }
    }

    private void died(Living file, long atNanos, FileLife.End end) {
        if (file.file.isCreated() && !file.ended) {
            long born = file.file.createdNanos();
            lives.add(new FileLife(file.kind, file.file.size(), born, Math.max(0, atNanos - born), end));
        }
        file.ended = true;
    }

    /** Whether files at this path wait for deletion by a cleaner, or are in the trash. */
    private static boolean isArchive(String path) {
        return path.contains("/archive/data/") || path.contains("/oldWALs/") || path.contains("/.Trash/");
    }

    private static String parent(String path) {
        return path.substring(0, Math.max(0, path.lastIndexOf('/')));
    }

    /** Returns all files below a directory; '0' is the character after '/'. */
    private static Map<String, Living> below(SortedMap<String, Living> files, String directory) {
        return files.subMap(directory + "/", directory + "0");
    }

    private static SortedSet<String> below(SortedSet<String> paths, String directory) {
        return paths.subSet(directory + "/", directory + "0");
    }
}
