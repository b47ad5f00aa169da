package org.underbase.combinedlog.soak;

import java.io.IOException;
import java.util.Optional;

/** Writer of a round, in a separate thread until the crash. */
interface Writer extends Runnable {
    /** Freezes the state of all files: later acknowledgements do not count. */
    void crash();

    /** Returns the failure before the crash, if any. */
    Optional<Exception> failure();

    /** Begins the recovery of the files, which takes one or two heartbeats. */
    void beginCheck(FileCheck check) throws IOException;

    /** Compares all files with the acknowledged bytes, after the restart. */
    void check(FileCheck check, Counts counts) throws IOException, Violation;

    /** Compares all files with their content at the last check. */
    void checkUnchanged(FileCheck check) throws IOException, Violation;
}
