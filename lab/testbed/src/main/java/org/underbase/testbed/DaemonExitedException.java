package org.underbase.testbed;

/** Thrown when a daemon exits unexpectedly. The message names the daemon and the cause; the end of its log follows. */
public final class DaemonExitedException extends ClusterException {
    private static final long serialVersionUID = 1;

    DaemonExitedException(String message) {
        super(message);
    }
}
