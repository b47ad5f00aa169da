package org.underbase.sim.study;

import org.underbase.sim.disk.PaperDisk;

/**
 * Setup of a study.
 *
 * @param disk disk
 * @param sliceEvery simulate the disks in every n-th slice of the time
 * @param sliceNanos length of a slice in nanoseconds
 * @param threads threads of the simulations
 * @param scale all sizes of caches are divided by it; disks are simulated only if it is 1
 * @param sample pages of the caches that are not simulated with all pages
 * @param filledGigabytes size of the largest cache in GiB, before scaling, that the input can fill
 */
public record StudySetup(
        PaperDisk disk,
        int sliceEvery,
        long sliceNanos,
        int threads,
        int scale,
        Sample sample,
        double filledGigabytes) {
    /** GiB that enter a cache per hour, with the misses of Table 1. */
    private static final double FILLED_PER_HOUR = 20;

    private static final double GB = 1 << 30;
    /** Bytes that a sample contains at least, so that it has 2^16 chunks. */
    private static final long SAMPLED = 4L << 30;

    /** Fewest slices that show an error. */
    private static final int FEWEST = 6;

    /** Returns the setup for generated requests: slices of an hour, and the sample of {@link Sample#PAPER}. */
    static StudySetup ofHours(int sliceEvery, PaperDisk disk, int hours, int threads) {
        return new StudySetup(disk, sliceEvery, Slices.HOUR, threads, 1, Sample.PAPER, hours * FILLED_PER_HOUR);
    }

    /**
     * Returns the setup for requests of any duration: slices of about an hour, at least six, that end with the requests.
     *
     * @param disk disk
     * @param sliceEvery simulate the disks in every n-th slice
     * @param nanos duration of the requests
     * @param readBytes bytes that are read; a sample is simulated if they are many
     * @param threads threads of the simulations
     * @param scale divisor of the sizes of caches, a power of two
     */
    public static StudySetup ofTrace(
            PaperDisk disk, int sliceEvery, long nanos, long readBytes, int threads, int scale) {
        long wanted = Math.max((long) FEWEST * sliceEvery, nanos / Slices.HOUR);
        long slices = (wanted + sliceEvery - 1) / sliceEvery * sliceEvery;
        int bits = Long.SIZE - 1 - Long.numberOfLeadingZeros(Math.max(1, readBytes / SAMPLED));
        int pages = LayeredStudy.PAGES_PER_GB / scale;
        // The smallest cache of a sample has pages.
        int most = Math.min(Sample.PAPER.rateBits(), Integer.numberOfTrailingZeros(pages));
        Sample sample = new Sample(Math.min(most, bits), pages);
        return new StudySetup(disk, sliceEvery, nanos / slices + 1, threads, scale, sample, readBytes / GB * scale);
    }
}
