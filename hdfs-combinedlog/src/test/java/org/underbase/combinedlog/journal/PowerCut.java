package org.underbase.combinedlog.journal;

/** Ends whatever a simulated machine does. An error, so that nothing between the disk and the simulation takes it in. */
public final class PowerCut extends Error {
    private static final long serialVersionUID = 1;

    /** A moment, not a fault: it has no stack. */
    public PowerCut() {
        super("the power is cut", null, false, false);
    }
}
