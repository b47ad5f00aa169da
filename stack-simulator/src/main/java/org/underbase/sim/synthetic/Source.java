package org.underbase.sim.synthetic;

/** Producer of requests that the generator calls at the times that it returns. */
interface Source {
    /** Result of a source that is finished. */
    long FINISHED = Long.MAX_VALUE;

    /**
     * Emits the requests of a time.
     *
     * @param now time in nanoseconds
     * @return time of the next call, or {@link #FINISHED}
     */
    long run(long now);
}
