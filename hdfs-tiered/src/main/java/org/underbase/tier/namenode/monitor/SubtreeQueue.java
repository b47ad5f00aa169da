package org.underbase.tier.namenode.monitor;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Directories whose files another policy may have reached, by inode ID, in the order of their changes. Each directory is in
 * the queue once. Thread-safe.
 */
final class SubtreeQueue {
    private final int max;
    private final Set<Long> directories = new LinkedHashSet<>();

    /** @param max maximum number of directories */
    SubtreeQueue(int max) {
        this.max = max;
    }

    /**
     * Adds a directory.
     *
     * @return false if the queue is full
     */
    synchronized boolean add(long directory) {
        return directories.contains(directory) || (directories.size() < max && directories.add(directory));
    }

    /** Removes and returns the directory that has waited for longest. */
    synchronized Optional<Long> next() {
        Optional<Long> first = directories.stream().findFirst();
        first.ifPresent(directories::remove);
        return first;
    }

    synchronized int size() {
        return directories.size();
    }

    synchronized void clear() {
        directories.clear();
    }
}
