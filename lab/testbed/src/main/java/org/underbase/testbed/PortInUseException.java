package org.underbase.testbed;

/** Somebody else listens on a port that a daemon was to have. */
public final class PortInUseException extends ClusterException {
    private static final long serialVersionUID = 1;

    PortInUseException(String message) {
        super(message);
    }
}
