package org.underbase.testbed;

/** A daemon ended while it was waited for. The first line says which and why; the last lines of its log follow. */
public final class DaemonExitedException extends ClusterException {
    private static final long serialVersionUID = 1;

    DaemonExitedException(String message) {
        super(message);
    }
}
