package org.underbase.operator.activity;

/**
 * Observer of activities. {@link java.util.ServiceLoader} finds the implementations on the class path of this interface.
 * Thread-safe.
 */
@FunctionalInterface
public interface ActivityObserver {
    /** Receives an activity on the thread that finished it. It must not wait for a disk or a network. */
    void finished(Activity activity);
}
