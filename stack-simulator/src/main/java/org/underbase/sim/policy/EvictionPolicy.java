package org.underbase.sim.policy;

/** Cache of a fixed number of pages. The policy chooses the page that it evicts. */
public interface EvictionPolicy {
    /**
     * Accesses a page, which enters the cache.
     *
     * @param page number of the page
     * @return whether the cache contained the page
     */
    boolean access(long page);

    /**
     * Deletes a page. Its space becomes free, and the policy forgets it.
     *
     * @param page number of the page
     */
    void delete(long page);

    /** Throws an exception if the state of the policy is inconsistent. */
    void check();
}
