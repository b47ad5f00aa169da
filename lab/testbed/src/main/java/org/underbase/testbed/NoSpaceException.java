package org.underbase.testbed;

/** Thrown when a disk has too little free space for a cluster. */
public final class NoSpaceException extends ClusterException {
    private static final long serialVersionUID = 1;

    NoSpaceException(String message) {
        super(message);
    }
}
