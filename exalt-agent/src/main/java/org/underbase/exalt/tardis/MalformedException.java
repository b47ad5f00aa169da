package org.underbase.exalt.tardis;

import java.io.IOException;

/** Something is not what {@link Codec} or {@link Padding} make. */
public final class MalformedException extends IOException {
    private static final long serialVersionUID = 1;

    /**
     * Why.
     *
     * @param message what is wrong, and where
     */
    public MalformedException(String message) {
        super(message);
    }
}
