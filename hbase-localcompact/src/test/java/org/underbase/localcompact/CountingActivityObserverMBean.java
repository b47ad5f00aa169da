package org.underbase.localcompact;

/** Management interface of {@link CountingActivityObserver}. */
public interface CountingActivityObserverMBean {
    /** Returns the number of local compactions that succeeded. */
    long getSucceeded();

    /** Returns the last activity. */
    String getLast();
}
