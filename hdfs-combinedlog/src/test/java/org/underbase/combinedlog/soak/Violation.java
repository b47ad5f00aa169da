package org.underbase.combinedlog.soak;

/** Thrown if an invariant is violated: the soak has failed. */
final class Violation extends Exception {
    private static final long serialVersionUID = 1;

    Violation(String message) {
        super(message);
    }

    Violation(String message, Throwable cause) {
        super(message, cause);
    }
}
