package org.underbase.testbed;

/** Thrown when another process listens on a port of a daemon. */
public final class PortInUseException extends ClusterException {
    private static final long serialVersionUID = 1;

    PortInUseException(String message) {
        super(message);
    }
}
