package org.underbase.testbed;

/** A disk is too full for a cluster. */
public final class NoSpaceException extends ClusterException {
    private static final long serialVersionUID = 1;

    NoSpaceException(String message) {
        super(message);
    }
}
