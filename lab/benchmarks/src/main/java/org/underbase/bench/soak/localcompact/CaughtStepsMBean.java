package org.underbase.bench.soak.localcompact;

/** What a RegionServer of the soak tells. */
public interface CaughtStepsMBean {
    /**
     * Threads that a replica or a file under construction has.
     *
     * @return how many live
     */
    int getReplicaThreads();
}
