package org.underbase.bench.soak.finding;

/** Something that must not be: the soak has failed. */
public final class Finding extends Exception {
    private static final long serialVersionUID = 1;

    /** {@code message} is what must not be. */
    public Finding(String message) {
        super(message);
    }

    /** {@code message} is what must not be, {@code cause} how it came out. */
    public Finding(String message, Throwable cause) {
        super(message, cause);
    }
}
