package org.underbase.localcompact.soak;

import java.io.IOException;

/** Thrown when an invariant of the soak is violated. */
final class Violation extends IOException {
    private static final long serialVersionUID = 1;

    /** Creates the exception; {@code message} describes the violation. */
    Violation(String message) {
        super(message);
    }
}
