package org.underbase.tier.namenode;

import java.lang.management.ManagementFactory;
import java.util.HashSet;
import java.util.Set;
import javax.management.JMException;
import javax.management.ObjectName;

/** Metrics of the NameNodes with tiers that have started in this JVM since its creation; those of other tests may remain registered. */
public final class StartedMetrics {
    private final Set<ObjectName> others;

    public StartedMetrics() throws JMException {
        others = all();
    }

    private static Set<ObjectName> all() throws JMException {
        return ManagementFactory.getPlatformMBeanServer()
                .queryNames(new ObjectName("Hadoop:service=NameNode,name=Tiers*"), null);
    }

    /** Returns the names of the metrics. */
    public Set<ObjectName> names() throws JMException {
        Set<ObjectName> started = new HashSet<>(all());
        started.removeAll(others);
        return started;
    }
}
