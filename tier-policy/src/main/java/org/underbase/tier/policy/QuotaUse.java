package org.underbase.tier.policy;

/**
 * Use of the tiers by the files below a directory with a quota, in bytes by rank: the <em>used</em> bytes are those of present
 * replicas, the <em>wanted</em> bytes those of the replicas that the files' policies assign to the tier. A walk over the files
 * counts both from time to time. Until the next count, changes are added as reservations; removed replicas are subtracted by
 * the next count only. Thus a use is rather too high than too low. Thread-safe.
 */
public final class QuotaUse {
    /** Minimum time between two counts after changes, in nanoseconds. */
    private static final long PAUSE = 1_000_000_000L;

    /** Minimum ratio of the time between two counts after changes to the time of a count. */
    private static final int PAUSE_FACTOR = 4;

    private final long[] used;
    private final long[] wanted;
    private final long[] moving;
    private boolean counted;
    private boolean counting;
    private long counts;
    private boolean changed;
    private boolean changedSince;
    private long begun;
    private long ended;
    /** Reservations since the beginning of the current count. */
    private long[] usedSince;

    private long[] wantedSince;

    /** @param tiers number of tiers */
    public QuotaUse(int tiers) {
        used = new long[tiers];
        wanted = new long[tiers];
        moving = new long[tiers];
        usedSince = new long[tiers];
        wantedSince = new long[tiers];
    }

    /** Adds bytes to the use of a tier, or subtracts them if negative. */
    public synchronized void reserve(int rank, long usedBytes, long wantedBytes) {
        used[rank] += usedBytes;
        wanted[rank] += wantedBytes;
        usedSince[rank] += usedBytes;
        wantedSince[rank] += wantedBytes;
        change();
    }

    /**
     * Adds replicas of a block.
     *
     * @param replicas number of replicas by rank
     * @param bytes size of each replica
     * @param wanted whether they were not wanted before
     * @return number of the current count, for {@link #release}
     */
    public synchronized long reserve(TierCounts replicas, long bytes, boolean wanted) {
        for (int rank = 0; rank < replicas.tiers(); rank++) {
            reserve(rank, replicas.of(rank) * bytes, wanted ? replicas.of(rank) * bytes : 0);
        }
        return counts;
    }

    /**
     * Adds replicas of a block again if a count has begun since their reservation.
     *
     * @param number result of the reservation
     * @return number of the current count
     */
    public synchronized long reserveAgain(TierCounts replicas, long bytes, long number) {
        return number == counts ? number : reserve(replicas, bytes, true);
    }

    /**
     * Subtracts bytes of reserved replicas, unless a count has begun since the reservation, which it has replaced.
     *
     * @param number result of the reservation
     */
    public synchronized void release(TierCounts replicas, long bytes, long number) {
        if (number == counts) {
            reserve(replicas, -bytes, true);
        }
    }

    /** Records the beginning of a move of a replica to a tier. Its bytes count as used, also after a count. */
    public synchronized void move(int rank, long bytes) {
        moving[rank] += bytes;
    }

    /** Records the end of a move: until the next count, its bytes remain reserved. */
    public synchronized void moved(int rank, long bytes) {
        moving[rank] -= bytes;
        reserve(rank, bytes, 0);
    }

    /** Records that the use may have changed. */
    public synchronized void change() {
        changed = true;
        changedSince = true;
    }

    /** Whether the files have been counted; otherwise the use is not known. */
    public synchronized boolean counted() {
        return counted;
    }

    /** Returns the bytes of present replicas, and of those that are being written or moved. */
    public synchronized long used(int rank) {
        return Math.max(0, used[rank] + moving[rank]);
    }

    /** Returns the bytes of the replicas that the files should have on a tier. */
    public synchronized long wanted(int rank) {
        return Math.max(0, wanted[rank]);
    }

    /**
     * Whether the files have to be counted.
     *
     * @param now present time, in nanoseconds
     * @param interval maximum time between two counts, in nanoseconds
     */
    public synchronized boolean due(long now, long interval) {
        long pause = Math.max(PAUSE, PAUSE_FACTOR * (ended - begun));
        return !counting && (!counted || now - ended >= (changed ? Math.min(pause, interval) : interval));
    }

    /** Returns the time since the end of the last count, in nanoseconds; the maximum without one. */
    public synchronized long waits(long now) {
        return counted ? now - ended : Long.MAX_VALUE;
    }

    /** Begins a count: reservations from now on are added to its result. */
    public synchronized void begin(long now) {
        counting = true;
        counts++;
        changedSince = false;
        begun = now;
        usedSince = new long[used.length];
        wantedSince = new long[used.length];
    }

    /** Ends a count with the bytes that it found. */
    public synchronized void end(long now, long[] usedBytes, long[] wantedBytes) {
        for (int rank = 0; rank < used.length; rank++) {
            used[rank] = usedBytes[rank] + usedSince[rank];
            wanted[rank] = wantedBytes[rank] + wantedSince[rank];
        }
        ended = now;
        changed = changedSince;
        counting = false;
        counted = true;
    }
}
