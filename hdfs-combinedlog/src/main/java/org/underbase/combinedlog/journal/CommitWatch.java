package org.underbase.combinedlog.journal;

import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

/**
 * Watch over the age of the oldest requested commit. The age counts from the request, not from the wait of a thread: a DataNode
 * waits for the acknowledgement of the next one in its pipeline first, and must not detect a hanging disk only after that one.
 * Confined to one thread.
 */
final class CommitWatch {
    /** Number of parts of the timeout: the last one may exceed it. */
    private static final int PARTS = 8;

    private static final long MIN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final JournalOptions options;
    private final JournalState state;
    private final Requests requests;
    private final Condition stopped;
    /** Time of the oldest request when its age was last determined. */
    private OptionalLong watched = OptionalLong.empty();

    private long age;

    CommitWatch(JournalOptions options, JournalState state, Requests requests) {
        this.options = options;
        this.state = state;
        this.requests = requests;
        this.stopped = state.newCondition();
    }

    /** Waits until the oldest request is older than {@link JournalOptions#syncTimeout}; false if the journal stopped. */
    boolean awaitTimeout() {
        while (true) {
            long part =
                    Math.max(MIN_NANOS, JournalState.slice(options.syncTimeout().toNanos() / PARTS));
            if (state.await(stopped, () -> part, state::hasStopped)) {
                return false;
            }
            if (age(oldest(), part) >= options.syncTimeout().toNanos()) {
                return true;
            }
        }
    }

    private OptionalLong oldest() {
        state.lock().lock();
        try {
            return requests.oldest();
        } finally {
            state.lock().unlock();
        }
    }

    /**
     * Returns the age of the oldest request, in nanoseconds. Called after each part of a wait; a part that takes longer, due to a
     * pause of the JVM, counts as its planned time.
     *
     * @param oldest time of the oldest request
     * @param part planned time of the last part, in nanoseconds
     */
    long age(OptionalLong oldest, long part) {
        if (oldest.isEmpty()) {
            age = 0;
        } else if (oldest.equals(watched)) {
            age += part;
        } else {
            age = Math.min(part, System.nanoTime() - oldest.getAsLong());
        }
        watched = oldest;
        return age;
    }
}
