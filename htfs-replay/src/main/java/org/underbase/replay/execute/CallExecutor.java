package org.underbase.replay.execute;

import org.underbase.replay.trace.Operation;

/** Execution of calls. Thread-safe. */
@FunctionalInterface
public interface CallExecutor {
    /** Executes a call. An exception of the call is part of the outcome. */
    Outcome execute(Operation operation);
}
