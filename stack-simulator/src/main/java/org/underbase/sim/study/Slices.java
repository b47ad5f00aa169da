package org.underbase.sim.study;

/** Parts of the time in which disks are simulated: every n-th hour, after a warm-up of a minute. */
final class Slices {
    static final long HOUR = 3_600_000_000_000L;

    private static final long WARM_UP = 60_000_000_000L;

    private final int every;
    private long hour;
    private int number = Batch.NO_SLICE;
    private boolean measured;
    private long start;
    private long end;

    Slices(int every) {
        this.every = every;
        this.hour = every - 1L;
        this.end = Math.max(0, hour * HOUR - WARM_UP);
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
            number = (int) (hour / every);
            end = hour * HOUR;
        } else if (!measured) {
            measured = true;
            end = (hour + 1) * HOUR;
        } else {
            hour += every;
            number = Batch.NO_SLICE;
            measured = false;
            // Adjacent slices have no warm-up.
            end = every == 1 ? end : hour * HOUR - WARM_UP;
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
