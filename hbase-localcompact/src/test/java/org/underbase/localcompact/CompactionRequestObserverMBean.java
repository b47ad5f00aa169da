package org.underbase.localcompact;

/** Management interface of {@link CompactionRequestObserver}. */
public interface CompactionRequestObserverMBean {
    /** Returns the recorded calls in order. */
    String[] getCalls();
}
