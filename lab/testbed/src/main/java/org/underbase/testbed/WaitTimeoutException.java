package org.underbase.testbed;

/** Something that was waited for did not happen in time. The message says what, and how things stand. */
public final class WaitTimeoutException extends ClusterException {
    private static final long serialVersionUID = 1;

    WaitTimeoutException(String message, Throwable cause) {
        super(message, cause);
    }
}
