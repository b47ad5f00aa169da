package org.underbase.testbed;

import java.io.IOException;

/** Failure of a cluster. The first line of the message contains the cause and the action. */
public class ClusterException extends IOException {
    private static final long serialVersionUID = 1;

    public ClusterException(String message) {
        super(message);
    }

    public ClusterException(String message, Throwable cause) {
        super(message, cause);
    }
}
