package org.underbase.sim.study;

/** Parts of the time in which disks are simulated: every n-th slice, after a warm-up of a minute. */
final class Slices {
    static final long HOUR = 3_600_000_000_000L;

    private static final long WARM_UP = 60_000_000_000L;

    private final int every;
    private final long length;
    private final long warmUp;
    private long slice;
    private int number = Batch.NO_SLICE;
    private boolean measured;
    private long start;
    private long end;

    /**
     * Begins at time 0.
     *
     * @param every simulate the disks in every n-th slice
     * @param length length of a slice in nanoseconds
     */
    Slices(int every, long length) {
        this.every = every;
        this.length = length;
        this.warmUp = Math.min(WARM_UP, length);
        this.slice = every - 1L;
        this.end = Math.max(0, slice * length - warmUp);
    }

    /** Returns the end of the current phase. */
    long end() {
        return end;
    }

    /** Returns the beginning of the current phase. */
    long start() {
        return start;
    }

    /** Begins the next phase. */
    void next() {
        start = end;
        if (number == Batch.NO_SLICE) {
            number = (int) (slice / every);
            end = slice * length;
        } else if (!measured) {
            measured = true;
            end = (slice + 1) * length;
        } else {
            slice += every;
            number = Batch.NO_SLICE;
            measured = false;
            // Adjacent slices have no warm-up.
            end = every == 1 ? end : slice * length - warmUp;
        }
    }

    /** Returns the slice, or {@link Batch#NO_SLICE}. */
    int number() {
        return number;
    }

    /** Returns whether the warm-up is over. */
    boolean measured() {
        return measured;
    }
}
