package org.underbase.localcompact.coordinator;

/**
 * Clock of one action on several merges, which limits the lag of those that are slower than a quorum. It starts when a quorum
 * has succeeded and the coordinator's own merge has ended: HBase throttles that merge together with the server's stock
 * compactions, so it may be slower than merges for other servers, and only its replica is local to the region. Not thread-safe.
 */
final class LagClock {
    private final int quorum;
    private final LagBudget budget;
    private final long began;
    private int succeeded;
    private boolean awaitsOwn;
    private boolean started;
    private long reached;
    private long limit;

    /**
     * Creates the clock of an action.
     *
     * @param quorum number of successes that start the clock
     * @param awaitsOwn whether the clock also awaits the coordinator's own merge
     * @param budget limit on the lag
     * @param now time, in nanoseconds
     */
    LagClock(int quorum, boolean awaitsOwn, LagBudget budget, long now) {
        this.quorum = quorum;
        this.awaitsOwn = awaitsOwn;
        this.budget = budget;
        this.began = now;
        start(now);
    }

    /** Records the end of the action on one merge. */
    void ended(boolean own, boolean success, long now) {
        if (own) {
            awaitsOwn = false;
        }
        if (success) {
            succeeded++;
        }
        start(now);
    }

    private void start(long now) {
        if (!started && !awaitsOwn && succeeded >= quorum) {
            started = true;
            reached = now;
            limit = budget.limit(now - began);
        }
    }

    /** Returns whether the time of the remaining merges is limited. */
    boolean started() {
        return started;
    }

    /** Returns the time that the remaining merges have after the start of the clock, in nanoseconds. */
    long limit() {
        return limit;
    }

    /** Returns the rest of the limit, in nanoseconds; negative if it is exceeded. */
    long left(long now) {
        return reached + limit - now;
    }

    /** Takes the lag from the budget when the action is over. */
    void stop(long now) {
        if (started) {
            budget.spend(reached - began, now - reached);
        }
    }
}
