package org.underbase.tier.namenode.monitor;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;

/**
 * Walks over the subtrees of changed directories. The walks share the monitor's holds of the lock in rotation, so that a small
 * subtree does not wait for a large one. A walk stays at its file while the mover has no capacity: thus its misplaced replicas
 * are moved without another walk. Except {@link #add} and the counts, confined to the monitor's thread.
 */
final class SubtreeWalks {
    /** Maximum number of walks in rotation; further directories wait in the queue. */
    private static final int ROTATION = 64;

    /** Check of one file of a walk. The caller holds the namesystem's lock. */
    @FunctionalInterface
    interface FileCheck {
        /**
         * Continues the check of a file.
         *
         * @param plan plan of the walk's current file
         * @return whether it is complete
         */
        boolean check(INodeFile file, ContinuedPlan plan, LockHold hold);
    }

    /** Walk in progress. */
    private record Walk(NamespaceWalk namespace, ContinuedPlan plan) {}

    private final FSNamesystem namesystem;
    private final MonitorLock lock;
    private final MonitorFailures failures;
    private final MovePlanner planner;
    private final BooleanSupplier capacity;
    private final FileCheck check;
    private final SubtreeQueue queue;
    private final Deque<Walk> rotation = new ArrayDeque<>();
    private final AtomicLong done = new AtomicLong();
    private final AtomicLong files = new AtomicLong();

    /**
     * Creates the walks.
     *
     * @param capacity whether the mover can queue a move
     * @param max maximum number of waiting directories
     */
    SubtreeWalks(
            FSNamesystem namesystem,
            MonitorLock lock,
            MonitorFailures failures,
            MovePlanner planner,
            BooleanSupplier capacity,
            int max,
            FileCheck check) {
        this.namesystem = namesystem;
        this.lock = lock;
        this.failures = failures;
        this.planner = planner;
        this.capacity = capacity;
        this.queue = new SubtreeQueue(max);
        this.check = check;
    }

    /**
     * Schedules a walk.
     *
     * @return false if too many directories wait
     */
    boolean add(long directory) {
        return queue.add(directory);
    }

    /** Forgets all directories: a full scan follows. */
    void clear() {
        queue.clear();
        rotation.clear();
    }

    /** Returns the number of subtrees with unchecked files. */
    long pending() {
        return queue.pending();
    }

    /** Returns the number of completely checked subtrees. */
    long done() {
        return done.get();
    }

    /** Returns the number of files that the walks have checked. */
    long files() {
        return files.get();
    }

    /**
     * Executes a step of the walks, if there are any.
     *
     * @param millis time of the step, in milliseconds
     */
    void step(long millis) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        fill();
        while (!rotation.isEmpty() && capacity.getAsBoolean() && System.nanoTime() - deadline < 0) {
            Walk walk = rotation.poll();
            long held = lock.hold(hold -> advance(walk, hold));
            if (walk.namespace().done()) {
                done.incrementAndGet();
                queue.checked();
            } else {
                rotation.add(walk);
            }
            fill();
            lock.rest(held);
        }
    }

    private void fill() {
        while (rotation.size() < ROTATION) {
            var next = queue.next();
            if (next.isEmpty()) {
                break;
            }
            rotation.add(new Walk(new NamespaceWalk(namesystem, next.get()), new ContinuedPlan(planner)));
        }
    }

    private void advance(Walk walk, LockHold hold) {
        try {
            walk.namespace().advance(hold, file -> visit(walk, file, hold));
        } catch (RuntimeException e) {
            failures.note("check a directory", e);
            walk.namespace().skip();
        }
    }

    private boolean visit(Walk walk, INodeFile file, LockHold hold) {
        boolean complete = capacity.getAsBoolean();
        try {
            complete = complete && check.check(file, walk.plan(), hold);
        } catch (RuntimeException e) {
            failures.note("check file " + file.getId(), e);
            walk.plan().drop();
        }
        if (complete) {
            files.incrementAndGet();
        }
        return complete;
    }
}
