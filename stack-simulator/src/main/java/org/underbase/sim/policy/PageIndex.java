package org.underbase.sim.policy;

/**
 * Entries of a policy, with an index by page: a hash table with chains. An entry is a number from 0, so that policies keep its
 * fields in arrays.
 */
final class PageIndex {
    static final int NONE = -1;

    private static final long ODD = 0x9E3779B97F4A7C15L;

    private final long[] pages;
    /** Next entry of the chain of an entry, or the next free entry. */
    private final int[] next;
    /** First entry of each chain plus one. */
    private final int[] chains;

    private final int shift;
    private int free = NONE;
    private int used;
    private int size;

    /**
     * Creates an empty index.
     *
     * @param entries largest number of entries
     */
    PageIndex(int entries) {
        pages = new long[entries];
        next = new int[entries];
        chains = new int[Math.max(2, Integer.highestOneBit(entries))];
        shift = Long.SIZE - Integer.numberOfTrailingZeros(chains.length);
    }

    private int chain(long page) {
        return (int) ((page * ODD) >>> shift);
    }

    /** Returns the entry of a page, or {@link #NONE}. */
    int find(long page) {
        int entry = chains[chain(page)] - 1;
        while (entry != NONE && pages[entry] != page) {
            entry = next[entry];
        }
        return entry;
    }

    /** Creates the entry of a page that has none. */
    int add(long page) {
        int entry = free;
        if (entry == NONE) {
            entry = used++;
        } else {
            free = next[entry];
        }
        int chain = chain(page);
        pages[entry] = page;
        next[entry] = chains[chain] - 1;
        chains[chain] = entry + 1;
        size++;
        return entry;
    }

    void remove(int entry) {
        int chain = chain(pages[entry]);
        int at = chains[chain] - 1;
        if (at == entry) {
            chains[chain] = next[entry] + 1;
        } else {
            while (next[at] != entry) {
                at = next[at];
            }
            next[at] = next[entry];
        }
        next[entry] = free;
        free = entry;
        size--;
    }

    long page(int entry) {
        return pages[entry];
    }

    /** Returns the number of entries. */
    int size() {
        return size;
    }
}
