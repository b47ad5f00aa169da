package org.underbase.localcompact;

/** What {@link AskingObserver} was told. */
public interface AskingObserverMBean {
    /** The calls, in their order. */
    String[] getCalls();
}
