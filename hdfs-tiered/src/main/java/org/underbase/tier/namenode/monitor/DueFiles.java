package org.underbase.tier.namenode.monitor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** Files to check, by inode ID, each with the time of its check, and the results of the last checks. Thread-safe. */
final class DueFiles {
    /** Maximum number of results. */
    private static final int REASONS = 10_000;

    private final int max;

    private final ReentrantLock lock = new ReentrantLock();
    private final Semaphore wake = new Semaphore(0);
    private final Map<Long, Long> due = new LinkedHashMap<>();
    private final Map<Long, Reason> reasons = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Reason> eldest) {
            return size() > REASONS;
        }
    };

    /** @param basis wanted counts or demotion of the file at the check; empty if the reason is independent of them */
    private record Reason(Optional<Object> basis, String text) {}

    /** @param max maximum number of files */
    DueFiles(int max) {
        this.max = max;
    }

    /**
     * Schedules an immediate check.
     *
     * @return false if there are too many files
     */
    boolean now(long inode) {
        lock.lock();
        try {
            if (due.size() >= max && !due.containsKey(inode)) {
                return false;
            }
            due.put(inode, System.nanoTime());
            return true;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Schedules another check after a delay.
     *
     * @return false if there are too many files
     */
    boolean again(long inode, long millis) {
        lock.lock();
        try {
            if (due.size() >= max && !due.containsKey(inode)) {
                return false;
            }
            due.putIfAbsent(inode, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis));
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Forgets all files: a full scan follows. */
    void clear() {
        lock.lock();
        try {
            due.clear();
        } finally {
            lock.unlock();
        }
    }

    /** Removes and returns files whose time has come. */
    List<Long> take(int max) {
        List<Long> now = new ArrayList<>();
        lock.lock();
        try {
            long time = System.nanoTime();
            due.entrySet().removeIf(entry -> {
                boolean ready = entry.getValue() - time <= 0 && now.size() < max;
                if (ready) {
                    now.add(entry.getKey());
                }
                return ready;
            });
        } finally {
            lock.unlock();
        }
        return now;
    }

    /**
     * Returns the reason why a file could not be corrected at its last check; empty if there was none.
     *
     * @param basis wanted counts at present; the reason of a check for other counts is obsolete
     */
    String reason(long inode, Object basis) {
        lock.lock();
        try {
            Reason known = reasons.get(inode);
            return known == null || !known.basis().orElse(basis).equals(basis) ? "" : known.text();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Records the reason why a file cannot be corrected; empty if it can.
     *
     * @param basis wanted counts or demotion of the file; empty if the reason is independent of them
     */
    void note(long inode, Optional<Object> basis, String reason) {
        lock.lock();
        try {
            if (reason.isEmpty()) {
                reasons.remove(inode);
            } else {
                reasons.put(inode, new Reason(basis, reason));
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends a wait of the monitor. */
    void wake() {
        wake.release();
    }

    /** Waits for {@link #wake}, at most for a time. */
    void await(long millis) throws InterruptedException {
        if (wake.tryAcquire(millis, TimeUnit.MILLISECONDS)) {
            wake.drainPermits();
        }
    }
}
