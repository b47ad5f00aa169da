package org.underbase.localcompact.soak;

import org.underbase.localcompact.worker.FaultPoint;

/** Trigger of a fault: a {@link FaultPoint} of the same name, or the existence of the new file. */
enum Trigger {
    TICKETS_SENT,
    PLACED,
    WRITTEN,
    AGREED,
    FINAL,
    COMPLETING,
    COMPLETE,
    MERGE_BEGUN,
    OPENED,
    ACKNOWLEDGED,
    FINISHING,
    FINISHED,
    /** The new store file exists; this is not a fault point. */
    NEW_FILE;

    /** Returns the fault point of every trigger except {@link #NEW_FILE}. */
    FaultPoint point() {
        return FaultPoint.valueOf(name());
    }

    /** Returns whether it occurs once per block. */
    boolean isPerBlock() {
        return this != TICKETS_SENT
                && this != MERGE_BEGUN
                && this != COMPLETING
                && this != COMPLETE
                && this != NEW_FILE;
    }
}
