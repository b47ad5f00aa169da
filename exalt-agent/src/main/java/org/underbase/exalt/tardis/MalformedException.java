package org.underbase.exalt.tardis;

import java.io.IOException;

/** Thrown when input was not produced by {@link Codec} or {@link Padding}. */
public final class MalformedException extends IOException {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception.
     *
     * @param message kind and position of the error
     */
    public MalformedException(String message) {
        super(message);
    }
}
