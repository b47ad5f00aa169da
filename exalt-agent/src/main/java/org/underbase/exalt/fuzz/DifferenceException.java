package org.underbase.exalt.fuzz;

/** The two sides came to different ends. */
final class DifferenceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DifferenceException(String message) {
        super(message);
    }
}
