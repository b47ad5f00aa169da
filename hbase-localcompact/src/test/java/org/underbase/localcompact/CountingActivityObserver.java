package org.underbase.localcompact;

import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.JMException;
import javax.management.ObjectName;
import org.underbase.operator.activity.Activity;
import org.underbase.operator.activity.ActivityObserver;

/** Observer that counts the reported local compactions of a server. */
public final class CountingActivityObserver implements ActivityObserver, CountingActivityObserverMBean {
    static final String BEAN = "underbase:type=CountingActivityObserver";

    private final AtomicLong succeeded = new AtomicLong();
    private volatile String last = "";

    /** Constructor for the service loader. */
    public CountingActivityObserver() throws JMException {
        ManagementFactory.getPlatformMBeanServer().registerMBean(this, new ObjectName(BEAN));
    }

    @Override
    public void finished(Activity activity) {
        last = activity.toString();
        if (activity.failure() == null) {
            succeeded.incrementAndGet();
        }
    }

    @Override
    public long getSucceeded() {
        return succeeded.get();
    }

    @Override
    public String getLast() {
        return last;
    }
}
