package org.underbase.exalt.fuzz;

/** Thrown when the two directories produce different results. */
final class DifferenceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DifferenceException(String message) {
        super(message);
    }
}
