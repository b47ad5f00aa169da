package org.underbase.sim.policy;

/** Policy whose known pages are each in one list. */
abstract class ListedPolicy implements EvictionPolicy {
    final PageIndex index;
    final Links links;

    /**
     * Creates empty lists.
     *
     * @param entries most known pages, also those that are not in the cache
     * @param lists number of lists
     */
    ListedPolicy(int entries, int lists) {
        index = new PageIndex(entries);
        links = new Links(entries, lists);
    }

    /** Removes a page from its list and from the index. */
    void forget(int entry) {
        links.unlink(entry);
        index.remove(entry);
    }

    @Override
    public final void delete(long page) {
        int entry = index.find(page);
        if (entry != PageIndex.NONE) {
            forget(entry);
        }
    }
}
