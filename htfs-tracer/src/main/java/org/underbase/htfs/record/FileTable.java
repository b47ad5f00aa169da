package org.underbase.htfs.record;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Map from paths to the files that this process has accessed. It is bounded: the least recently used files are evicted
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

    /** Returns the current file of a path. */
    FileRef file(String path) {
        FileRef known = files.get(path);
        if (known == null) {
            FileRef fresh = new FileRef(ids.incrementAndGet(), path);
            // The drainer trims the table. If it is delayed, new files get no entry.
            known = size.get() >= 2 * max ? fresh : files.putIfAbsent(path, fresh);
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

    /** Creates a file at a path and replaces an existing one. */
    FileRef newFile(String path) {
        FileRef fresh = new FileRef(ids.incrementAndGet(), path);
        fresh.generation = generation;
        if (size.get() >= 2 * max) {
            evicted.incrementAndGet();
            remove(path);
        } else {
            put(fresh);
        }
        return fresh;
    }

    /** Moves a file, or a directory with its contents, at {@code nanos}, and removes the files at {@code to}. */
    synchronized void renamed(String from, String to, long nanos) {
        if (from.equals(to)) {
            return;
        }
        deleted(to);
        FileRef file = files.get(from);
        if (file != null) {
            move(file, to, nanos);
        }
        for (FileRef child : below(from).values()) {
            move(child, to + child.path().substring(from.length()), nanos);
        }
    }

    /** Removes a path and its contents. */
    synchronized void deleted(String path) {
        remove(path);
        for (String child : below(path).keySet()) {
            remove(child);
        }
    }

    /** Evicts the least recently used files if the table is too large. */
    synchronized void trim() {
        if (size.get() <= max) {
            return;
        }
        generation++;
        FileRef[] all = files.values().toArray(new FileRef[0]);
        Arrays.sort(
                all, Comparator.comparingInt((FileRef file) -> file.generation).thenComparingLong(FileRef::id));
        int keep = max - max / 4;
        for (int i = 0; i < all.length - keep; i++) {
            if (files.remove(all[i].path(), all[i])) {
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
        remove(file.path());
        FileRef moved = file.renamed(to, nanos);
        moved.generation = generation;
        put(moved);
    }

    private void put(FileRef file) {
        if (files.put(file.path(), file) == null) {
            size.incrementAndGet();
        }
    }

    private void remove(String path) {
        if (files.remove(path) != null) {
            size.decrementAndGet();
        }
    }

    private Map<String, FileRef> below(String directory) {
        String prefix = directory.endsWith("/") ? directory : directory + "/";
        // '0' is the character after '/'.
        return files.subMap(prefix, false, prefix.substring(0, prefix.length() - 1) + '0', false);
    }
}
