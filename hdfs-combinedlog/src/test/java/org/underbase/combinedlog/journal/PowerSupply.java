package org.underbase.combinedlog.journal;

/** Counts what simulated disks do, and cuts the power after so many steps. */
public final class PowerSupply {
    private long stepsLeft = Long.MAX_VALUE;

    /**
     * Cuts the power at some later step.
     *
     * @param steps that are still done
     */
    public void cutAfter(long steps) {
        stepsLeft = steps;
    }

    /** Powers the machine again. */
    public void restore() {
        stepsLeft = Long.MAX_VALUE;
    }

    /** Told by a disk before each step that changes it. */
    public void step() {
        if (stepsLeft <= 0) {
            throw new PowerCut();
        }
        stepsLeft--;
    }
}
