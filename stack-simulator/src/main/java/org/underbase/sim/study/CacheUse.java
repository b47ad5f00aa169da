package org.underbase.sim.study;

import org.underbase.sim.request.Activity;

/** Use of the caches of one system by activity, in pages. */
final class CacheUse {
    private final long[] ramReads = new long[Activity.COUNT];
    private final long[] ramWrites = new long[Activity.COUNT];
    private final long[] flashReads = new long[Activity.COUNT];
    private final long[] flashWrites = new long[Activity.COUNT];

    /**
     * Adds the use by a request.
     *
     * @param activity activity of the request
     * @param foundInRam pages found in RAM
     * @param toRam pages that enter RAM
     * @param foundInFlash pages found in flash
     * @param toFlash pages that enter flash
     */
    void add(Activity activity, long foundInRam, long toRam, long foundInFlash, long toFlash) {
        ramReads[activity.index()] += foundInRam;
        ramWrites[activity.index()] += toRam;
        flashReads[activity.index()] += foundInFlash;
        flashWrites[activity.index()] += toFlash;
    }

    long ramReads(Activity activity) {
        return ramReads[activity.index()];
    }

    long ramWrites(Activity activity) {
        return ramWrites[activity.index()];
    }

    long flashReads(Activity activity) {
        return flashReads[activity.index()];
    }

    long flashWrites(Activity activity) {
        return flashWrites[activity.index()];
    }
}
