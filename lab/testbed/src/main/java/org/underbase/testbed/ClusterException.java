package org.underbase.testbed;

import java.io.IOException;

/** A cluster cannot do what was asked. The first line of the message says why and what to do. */
public class ClusterException extends IOException {
    private static final long serialVersionUID = 1;

    public ClusterException(String message) {
        super(message);
    }

    public ClusterException(String message, Throwable cause) {
        super(message, cause);
    }
}
