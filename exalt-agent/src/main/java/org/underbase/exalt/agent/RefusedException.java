package org.underbase.exalt.agent;

/** The agent cannot do what it is there for; the JVM must not run without it, and would corrupt files if it did. */
final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    RefusedException(String message) {
        super(message);
    }

    RefusedException(String message, Throwable cause) {
        super(message, cause);
    }
}
