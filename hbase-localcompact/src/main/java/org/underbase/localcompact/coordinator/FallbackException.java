package org.underbase.localcompact.coordinator;

import java.io.IOException;

/** Thrown when a compaction cannot run locally, or cannot finish. The caller falls back to stock compaction. */
public final class FallbackException extends IOException {
    private static final long serialVersionUID = 1L;

    private final FallbackReason reason;

    /**
     * Creates an exception with a cause.
     *
     * @param reason reason by which the fallback is counted
     * @param message one line
     * @param cause cause or null
     */
    public FallbackException(FallbackReason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /**
     * Creates an exception without a cause.
     *
     * @param reason reason by which the fallback is counted
     * @param message one line
     */
    public FallbackException(FallbackReason reason, String message) {
        this(reason, message, null);
    }

    /**
     * Returns the reason.
     *
     * @return reason by which the fallback is counted
     */
    public FallbackReason reason() {
        return reason;
    }
}
