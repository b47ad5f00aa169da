package org.underbase.bench.prediction;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Read of a schedule.
 *
 * @param dueNanos time after the start of the schedule, in nanoseconds
 * @param file number of the file
 * @param offset offset in the file
 */
record TimedRead(long dueNanos, int file, long offset) {
    /** Bytes of each read. */
    static final int BYTES = 64 << 10;

    /** Distance of two offsets: twice the size, so that no read continues another one and the kernel does not read ahead. */
    private static final int STRIDE = 2 * BYTES;

    private static final double NANOS = 1e9;

    /**
     * Creates a schedule of reads with exponentially distributed intervals. No two reads are of the same bytes.
     *
     * @param seed seed
     * @param perSecond mean number of reads per second
     * @param seconds duration
     * @param files number of files
     * @param fileBytes size of each file
     */
    static List<TimedRead> schedule(long seed, double perSecond, int seconds, int files, long fileBytes) {
        Random random = new Random(seed);
        List<long[]> places = new ArrayList<>();
        for (int file = 0; file < files; file++) {
            // Never at the beginning of a file, where the kernel reads ahead.
            for (long offset = BYTES; offset + BYTES <= fileBytes; offset += STRIDE) {
                places.add(new long[] {file, offset});
            }
        }
        Collections.shuffle(places, random);
        List<TimedRead> reads = new ArrayList<>();
        double due = 0;
        for (long[] place : places) {
            due -= Math.log(1 - random.nextDouble()) / perSecond * NANOS;
            if (due > seconds * NANOS) {
                return reads;
            }
            reads.add(new TimedRead((long) due, (int) place[0], place[1]));
        }
        throw new IllegalArgumentException(
                "only " + places.size() + " places for " + perSecond + " reads per second in " + seconds + " s");
    }
}
