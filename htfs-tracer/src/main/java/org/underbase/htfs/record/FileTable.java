package org.underbase.htfs.record;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Map from file systems and paths to the files that this process has accessed. It is bounded: the least recently used files are evicted
 * and get a new id at their next use. Thread-safe.
 */
final class FileTable {
    private final int max;
    private final ConcurrentSkipListMap<String, FileRef> files = new ConcurrentSkipListMap<>();
    private final AtomicInteger size = new AtomicInteger();
    private final AtomicLong ids = new AtomicLong();
    private final AtomicLong evicted = new AtomicLong();
    private volatile int generation;

    FileTable(int max) {
        this.max = max;
    }

    /** Returns the current file of a path on a file system. */
    FileRef file(String fileSystem, String path) {
        String key = key(fileSystem, path);
        FileRef known = files.get(key);
        if (known == null) {
            FileRef fresh = new FileRef(ids.incrementAndGet(), fileSystem, path);
            // The writer trims the table. If it is delayed, new files get no entry.
            known = size.get() >= 2 * max ? fresh : files.putIfAbsent(key, fresh);
            if (known == fresh) {
                evicted.incrementAndGet();
            } else if (known == null) {
                size.incrementAndGet();
                known = fresh;
            }
        }
        known.generation = generation;
        return known;
    }

    /** Returns the known files below a path by their paths, with their file system before them. */
    Map<String, FileRef> knownBelow(String fileSystem, String path) {
        return below(key(fileSystem, path));
    }

    /** Creates a file at a path and replaces an existing one. */
    FileRef newFile(String fileSystem, String path) {
        FileRef fresh = new FileRef(ids.incrementAndGet(), fileSystem, path);
        fresh.generation = generation;
        fresh.found();
        if (size.get() >= 2 * max) {
            evicted.incrementAndGet();
            remove(key(fileSystem, path));
        } else {
            put(fresh);
        }
        return fresh;
    }

    /**
     * Moves a file or a directory with its contents into {@code target} if that is known as a directory, otherwise to
     * {@code target}. A directory is known from a call on it or from a path below it that exists: jobs look for a file below
     * their output before they rename another directory to it.
     */
    synchronized void renamedInto(String fileSystem, String from, String target, long nanos) {
        String key = key(fileSystem, target);
        FileRef known = files.get(key);
        boolean into = (known != null && known.isDirectory())
                || below(key).values().stream().anyMatch(FileRef::isFound);
        String name = from.substring(Math.max(0, from.lastIndexOf('/')));
        renamed(fileSystem, from, !into ? target : target.equals("/") ? name : target + name, nanos);
    }

    /** Moves a file, or a directory with its contents, at {@code nanos}, and removes the files at {@code to}. */
    synchronized void renamed(String fileSystem, String from, String to, long nanos) {
        if (from.equals(to)) {
            return;
        }
        deleted(fileSystem, to);
        FileRef file = files.get(key(fileSystem, from));
        if (file != null) {
            file.found();
            move(file, to, nanos);
        }
        for (FileRef child : below(key(fileSystem, from)).values()) {
            move(child, to + child.path().substring(from.length()), nanos);
        }
    }

    /** Removes a path and its contents. */
    synchronized void deleted(String fileSystem, String path) {
        String key = key(fileSystem, path);
        remove(key);
        for (String child : below(key).keySet()) {
            remove(child);
        }
    }

    /**
     * Evicts the least recently used files if the table is too large. Only the writer calls it. It takes no lock, so that
     * renames and deletes of the application do not wait: it removes a file only while the table has that one at its path.
     */
    void trim() {
        if (size.get() <= max) {
            return;
        }
        int previous = generation;
        generation = previous + 1;
        FileRef[] all = files.values().toArray(new FileRef[0]);
        Arrays.sort(
                all, Comparator.comparingInt((FileRef file) -> file.generation).thenComparingLong(FileRef::id));
        int keep = max - max / 4;
        for (int i = 0; i < all.length - keep; i++) {
            if (files.remove(key(all[i]), all[i])) {
                size.decrementAndGet();
                evicted.incrementAndGet();
            }
        }
    }

    /** Updates the last use of a file. */
    void touch(FileRef file) {
        file.generation = generation;
    }

    int size() {
        return size.get();
    }

    /** Returns the number of evicted files. */
    long evicted() {
        return evicted.get();
    }

    private void move(FileRef file, String to, long nanos) {
        remove(key(file));
        FileRef moved = file.renamed(to, nanos);
        moved.generation = generation;
        put(moved);
    }

    private void put(FileRef file) {
        if (files.put(key(file), file) == null) {
            size.incrementAndGet();
        }
    }

    private static String key(FileRef file) {
        return key(file.identity().fileSystem(), file.path());
    }

    /** Two file systems may have files of one path. A path begins with a slash, and no name of a file system has one. */
    private static String key(String fileSystem, String path) {
        return fileSystem.isEmpty() ? path : fileSystem + path;
    }

    private void remove(String key) {
        if (files.remove(key) != null) {
            size.decrementAndGet();
        }
    }

    private Map<String, FileRef> below(String key) {
        String prefix = key.endsWith("/") ? key : key + "/";
        // '0' is the character after '/'.
        return files.subMap(prefix, false, prefix.substring(0, prefix.length() - 1) + '0', false);
    }
}
