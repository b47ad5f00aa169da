package org.underbase.testbed;

/** Thrown when an awaited event does not happen in time. The message contains the event and the last observed state. */
public final class WaitTimeoutException extends ClusterException {
    private static final long serialVersionUID = 1;

    WaitTimeoutException(String message) {
        super(message);
    }
}
