package org.underbase.bench.soak.tiers;

/** Something that must not be: the soak has failed. */
final class Finding extends Exception {
    private static final long serialVersionUID = 1;

    Finding(String message) {
        super(message);
    }

    Finding(String message, Throwable cause) {
        super(message, cause);
    }
}
