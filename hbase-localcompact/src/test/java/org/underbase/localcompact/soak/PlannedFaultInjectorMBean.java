package org.underbase.localcompact.soak;

/** Management interface of a RegionServer in the soak. */
public interface PlannedFaultInjectorMBean {
    /**
     * Counts the threads of replicas and files under construction.
     *
     * @return number of running threads
     */
    int getReplicaThreads();
}
