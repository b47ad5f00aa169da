package org.underbase.combinedlog.journal;

/** Power supply of simulated disks, which fails after a number of steps. */
public final class PowerSupply {
    private long stepsLeft = Long.MAX_VALUE;

    /**
     * Schedules a power failure.
     *
     * @param steps number of steps before the failure
     */
    public void failAfter(long steps) {
        stepsLeft = steps;
    }

    /** Restores the power. */
    public void restore() {
        stepsLeft = Long.MAX_VALUE;
    }

    /** Counts a step; a disk calls this before each change. */
    public void step() {
        if (stepsLeft <= 0) {
            throw new PowerFailure();
        }
        stepsLeft--;
    }
}
