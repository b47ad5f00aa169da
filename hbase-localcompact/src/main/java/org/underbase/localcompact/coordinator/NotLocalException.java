package org.underbase.localcompact.coordinator;

import java.io.IOException;

/** Why a compaction is not, or no longer, a local one. Stock compaction does it then. */
public final class NotLocalException extends IOException {
    private static final long serialVersionUID = 1L;

    private final Reason reason;

    /**
     * With a cause.
     *
     * @param reason by which it is counted
     * @param message one line
     * @param cause or null
     */
    public NotLocalException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /**
     * Without one.
     *
     * @param reason by which it is counted
     * @param message one line
     */
    public NotLocalException(Reason reason, String message) {
        this(reason, message, null);
    }

    /**
     * By what it is counted.
     *
     * @return the reason
     */
    public Reason reason() {
        return reason;
    }
}
