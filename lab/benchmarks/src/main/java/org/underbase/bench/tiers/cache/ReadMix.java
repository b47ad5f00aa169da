package org.underbase.bench.tiers.cache;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Endless sequence of reads of whole files. Their popularity is skewed (Zipf) and moves: regularly, some files change ranks with
 * others. Some reads belong to scans, which read all files in turn. Equal seeds give equal sequences.
 */
final class ReadMix {
    private static final double SKEW = 0.9;
    private static final double SCANS = 0.15;
    /** Fraction of the files that change ranks at a time. */
    private static final double MOVED = 0.02;

    private final SplittableRandom random;
    private final int moveReads;
    private final double[] cumulated;
    /** Files by popularity. */
    private final int[] popular;

    private long reads;
    private int scan;

    /**
     * Creates a sequence.
     *
     * @param files number of files
     * @param moveReads number of reads after which the popularity changes
     */
    ReadMix(int files, int moveReads, long seed) {
        random = new SplittableRandom(seed);
        this.moveReads = moveReads;
        popular = random.ints(0, files).distinct().limit(files).toArray();
        cumulated = new double[files];
        double sum = 0;
        for (int i = 0; i < files; i++) {
            sum += Math.pow(i + 1.0, -SKEW);
            cumulated[i] = sum;
        }
    }

    /** Returns the number of the next file, from 0. */
    int next() {
        reads++;
        if (reads % moveReads == 0) {
            move();
        }
        if (random.nextDouble() < SCANS) {
            scan = (scan + 1) % popular.length;
            return scan;
        }
        int at = Arrays.binarySearch(cumulated, random.nextDouble() * cumulated[cumulated.length - 1]);
        return popular[Math.min(at < 0 ? -at - 1 : at, popular.length - 1)];
    }

    private void move() {
        for (int i = 0; i < Math.max(1, popular.length * MOVED); i++) {
            int one = random.nextInt(popular.length);
            int other = random.nextInt(popular.length);
            int kept = popular[one];
            popular[one] = popular[other];
            popular[other] = kept;
        }
    }
}
