package org.underbase.bench.soak.localcompact;

/** What should not be. */
final class Finding extends Exception {
    private static final long serialVersionUID = 1;

    Finding(String message) {
        super(message);
    }
}
