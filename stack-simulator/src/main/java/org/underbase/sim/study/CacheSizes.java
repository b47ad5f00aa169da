package org.underbase.sim.study;

import java.util.stream.IntStream;
import org.underbase.sim.cache.StackCounts;
import org.underbase.sim.request.Activity;

/** Sizes of the caches that one pass counts: 10 to 400 GiB in steps of 10, the range of Figure 10. */
final class CacheSizes {
    static final int STEP = 10;
    static final int LARGEST = 400;

    private CacheSizes() {}

    /** Creates counts by activity, with this number of counted pages in a GiB. */
    static StackCounts counts(int pagesPerGigabyte) {
        return new StackCounts(
                IntStream.rangeClosed(1, LARGEST / STEP)
                        .map(i -> i * STEP * pagesPerGigabyte)
                        .toArray(),
                Activity.COUNT);
    }

    /** Returns the position of a size in the counts. */
    static int index(int gigabytes) {
        return gigabytes / STEP - 1;
    }
}
