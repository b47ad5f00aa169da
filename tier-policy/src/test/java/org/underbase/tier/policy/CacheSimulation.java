package org.underbase.tier.policy;

import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Simulated reads of whole files with a skewed popularity (Zipf) that moves: regularly, some hot files become cold and cold
 * ones hot. Some reads belong to scans, which read all files in turn. One read per millisecond.
 */
final class CacheSimulation {
    private static final double SKEW = 0.9;
    private static final double SCANS = 0.15;
    /** Reads between two changes of the popularity, which affect the files' ranks of a fraction of all files. */
    private static final int MOVE_READS = 2_000;

    private static final double MOVED = 0.02;

    private final SplittableRandom random;
    private final long[] sizes;
    private final double[] cumulated;
    /** Files by popularity. */
    private final int[] popular;

    private int scan;
    private long now = 1;

    CacheSimulation(int files, long seed) {
        random = new SplittableRandom(seed);
        sizes = random.longs(files, 1, 17).toArray();
        popular = random.ints(0, files).distinct().limit(files).toArray();
        cumulated = new double[files];
        double sum = 0;
        for (int i = 0; i < files; i++) {
            sum += Math.pow(i + 1.0, -SKEW);
            cumulated[i] = sum;
        }
    }

    long totalBytes() {
        return Arrays.stream(sizes).sum();
    }

    private int next() {
        if (now++ % MOVE_READS == 0) {
            for (int i = 0; i < popular.length * MOVED; i++) {
                int one = random.nextInt(popular.length);
                int other = random.nextInt(popular.length);
                int kept = popular[one];
                popular[one] = popular[other];
                popular[other] = kept;
            }
        }
        if (random.nextDouble() < SCANS) {
            scan = (scan + 1) % popular.length;
            return scan;
        }
        int at = Arrays.binarySearch(cumulated, random.nextDouble() * cumulated[cumulated.length - 1]);
        return popular[at < 0 ? Math.min(-at - 1, popular.length - 1) : at];
    }

    /**
     * Reads files and maintains a cache.
     *
     * @param order value of files
     * @param halfLife half-life of reads, in milliseconds
     * @param period number of reads after which the cache changes
     * @return share of the bytes that were read from the cache, without the first fifth of the reads
     */
    double hitShare(DemotionOrder order, long halfLife, long capacity, int reads, int period) {
        DecayedReads[] heat = new DecayedReads[sizes.length];
        Arrays.fill(heat, DecayedReads.NONE);
        boolean[] cached = new boolean[sizes.length];
        long hits = 0;
        long all = 0;
        for (int read = 0; read < reads; read++) {
            int file = next();
            heat[file] = heat[file].plusRead(now, halfLife);
            if (read > reads / 5) {
                all += sizes[file];
                hits += cached[file] ? sizes[file] : 0;
            }
            if (read % period == 0) {
                change(order, halfLife, capacity, heat, cached);
            }
        }
        return (double) hits / all;
    }

    /** Caches the files of the greatest worth that fit together. */
    private void change(DemotionOrder order, long halfLife, long capacity, DecayedReads[] heat, boolean[] cached) {
        double[] worth = new double[sizes.length];
        for (int file = 0; file < sizes.length; file++) {
            worth[file] = order.worth(new FileHeat(heat[file].at(), 0, heat[file].at(now, halfLife), sizes[file]), now);
        }
        int[] coldest = IntStream.range(0, sizes.length)
                .boxed()
                .sorted(Comparator.comparingDouble(file -> worth[file]))
                .mapToInt(Integer::intValue)
                .toArray();
        long left = capacity;
        for (int i = coldest.length - 1; i >= 0; i--) {
            int file = coldest[i];
            cached[file] = heat[file].at() > 0 && sizes[file] <= left;
            left -= cached[file] ? sizes[file] : 0;
        }
    }
}
