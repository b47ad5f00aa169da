package org.underbase.sim.trace;

import java.io.IOException;

/** A trace lacks what a simulation needs. The message has one line. */
public final class UnusableTraceException extends IOException {
    private static final long serialVersionUID = 1;

    UnusableTraceException(String message) {
        super(message);
    }
}
