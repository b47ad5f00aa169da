package org.underbase.htfs.record;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Which file is at which path, as far as this process has seen. Bounded: the files not used for longest are forgotten
 * and get a new identity when they are met again. Thread-safe.
 */
final class FileTable {
    private final int max;
    private final ConcurrentSkipListMap<String, FileRef> files = new ConcurrentSkipListMap<>();
    private final AtomicInteger size = new AtomicInteger();
    private final AtomicLong ids = new AtomicLong();
    private final AtomicLong forgotten = new AtomicLong();
    private volatile int generation;

    FileTable(int max) {
        this.max = max;
    }

    /** The file now at {@code path}. */
    FileRef file(String path) {
        FileRef known = files.get(path);
        if (known == null) {
            FileRef fresh = new FileRef(ids.incrementAndGet(), path);
            // The drainer trims; should it be held up, new files go without an entry.
            known = size.get() >= 2 * max ? fresh : files.putIfAbsent(path, fresh);
            if (known == fresh) {
                forgotten.incrementAndGet();
            } else if (known == null) {
                size.incrementAndGet();
                known = fresh;
            }
        }
        known.generation = generation;
        return known;
    }

    /** A new file at {@code path}, whatever was there. */
    FileRef newFile(String path) {
        FileRef fresh = new FileRef(ids.incrementAndGet(), path);
        fresh.generation = generation;
        if (size.get() >= 2 * max) {
            forgotten.incrementAndGet();
            remove(path);
        } else {
            put(fresh);
        }
        return fresh;
    }

    /** Moves a file, or a directory with all below it, at {@code nanos}; what was at {@code to} is forgotten. */
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

    /** Forgets a path and all below it. */
    synchronized void deleted(String path) {
        remove(path);
        for (String child : below(path).keySet()) {
            remove(child);
        }
    }

    /** Forgets the files not used for longest when there are too many. */
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
                forgotten.incrementAndGet();
            }
        }
    }

    /** Notes that a file was used. */
    void touch(FileRef file) {
        file.generation = generation;
    }

    int size() {
        return size.get();
    }

    /** How many files lost their identity to the bound. */
    long forgotten() {
        return forgotten.get();
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
        // '0' is the character behind '/'.
        return files.subMap(prefix, false, prefix.substring(0, prefix.length() - 1) + '0', false);
    }
}
