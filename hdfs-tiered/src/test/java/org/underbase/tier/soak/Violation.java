package org.underbase.tier.soak;

import java.util.Optional;
import java.util.function.Supplier;

/** Violation of an invariant: the soak has failed. */
final class Violation extends Exception {
    private static final long serialVersionUID = 1;

    /** @param message description of the violation */
    Violation(String message) {
        super(message);
    }

    /**
     * Creates a violation with a cause.
     *
     * @param message description of the violation
     * @param cause exception that revealed it
     */
    Violation(String message, Throwable cause) {
        super(message, cause);
    }

    /** Returns a description unless a condition holds. */
    static Optional<String> unless(boolean holds, Supplier<String> description) {
        return holds ? Optional.empty() : Optional.of(description.get());
    }
}
