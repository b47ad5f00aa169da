package org.underbase.sim.cache;

/** Receiver of the depths at which pages are found in a {@link LruStack}. The topmost page has depth 1. */
public interface StackListener {
    /** Distance of pages that are in no cache. */
    int COLD = Integer.MAX_VALUE;

    /**
     * Reports a touched piece of an extent. Page {@code i} of it has the distance {@code distance - min(i, falling)}: a cache
     * of at least that many pages contains it.
     *
     * @param first first page
     * @param pages number of pages
     * @param distance distance of the first page, or {@link #COLD}
     * @param falling number of pages by which the distance falls, one per page; 0 if cold
     */
    void touched(int first, int pages, int distance, int falling);

    /**
     * Returns the number of pages of a touched piece that a cache does not contain. They are the first pages of the piece,
     * because distances fall.
     *
     * @param pages number of pages
     * @param distance distance of the first page, or {@link #COLD}
     * @param falling number of pages by which the distance falls
     * @param size size of the cache in pages
     */
    static int missing(int pages, int distance, int falling, int size) {
        return distance - falling > size ? pages : Math.max(0, Math.min(pages, distance - size));
    }

    /**
     * Reports deleted pages, at the depths {@code depth + 1} to {@code depth + pages}.
     *
     * @param pages number of pages
     * @param depth number of pages above them
     */
    void deleted(int pages, int depth);

    /**
     * Reports pages that are in the stack at the end, at the depths {@code depth + 1} to {@code depth + pages}.
     *
     * @param pages number of pages
     * @param depth number of pages above them
     */
    void resident(int pages, int depth);
}
