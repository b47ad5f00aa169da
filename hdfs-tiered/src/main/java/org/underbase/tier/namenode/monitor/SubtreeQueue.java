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
    /** Number of directories that were removed and whose check has not ended. */
    private int inCheck;

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

    /** Removes and returns the directory that has waited for longest, and begins its check. */
    synchronized Optional<Long> next() {
        Optional<Long> first = directories.stream().findFirst();
        if (first.isPresent()) {
            directories.remove(first.get());
            inCheck++;
        }
        return first;
    }

    /** Ends the check of a directory that was removed. */
    synchronized void checked() {
        inCheck--;
    }

    /** Returns the number of directories that wait or are in check. */
    synchronized int pending() {
        return directories.size() + inCheck;
    }

    synchronized void clear() {
        directories.clear();
        inCheck = 0;
    }
}
