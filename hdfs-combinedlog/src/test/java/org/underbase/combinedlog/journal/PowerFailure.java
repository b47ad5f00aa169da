package org.underbase.combinedlog.journal;

/** Thrown to stop a simulated machine. An error, so that no code between the disk and the simulation handles it. */
public final class PowerFailure extends Error {
    private static final long serialVersionUID = 1;

    /** Creates the error without a stack trace. */
    public PowerFailure() {
        super("power failure", null, false, false);
    }
}
