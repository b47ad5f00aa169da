package org.underbase.replay.execute;

import java.util.Optional;

/**
 * Result of a call of the replay.
 *
 * @param type whether the replay executed the call
 * @param result bytes moved, entries listed, 0 or 1 for a boolean, -1 at end of file or after an exception
 * @param failure class and message of the exception
 * @param corrupt whether a read returned other bytes than those that the replay wrote
 */
public record Outcome(Type type, long result, Optional<String> failure, boolean corrupt) {
    /** Whether the replay executed a call. */
    public enum Type {
        MADE,
        /** The replay does not make this call. */
        SKIPPED,
        /** Other events of the trace stand for this one. */
        COVERED
    }

    static final Outcome SKIPPED = new Outcome(Type.SKIPPED, 0, Optional.empty(), false);
    static final Outcome COVERED = new Outcome(Type.COVERED, 0, Optional.empty(), false);

    static Outcome of(long result) {
        return new Outcome(Type.MADE, result, Optional.empty(), false);
    }

    static Outcome of(boolean result) {
        return of(result ? 1 : 0);
    }

    static Outcome failed(Throwable failure) {
        return new Outcome(
                Type.MADE, -1, Optional.of(failure.getClass().getSimpleName() + ": " + failure.getMessage()), false);
    }

    static Outcome corrupt(long result) {
        return new Outcome(Type.MADE, result, Optional.empty(), true);
    }
}
