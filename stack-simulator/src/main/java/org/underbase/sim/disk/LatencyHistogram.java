package org.underbase.sim.disk;

import java.util.Arrays;

/** Counts of latencies in bins. A bin is at most a 32nd of its lower bound wide, so that quantiles are off by at most 3%. */
public final class LatencyHistogram {
    private static final int BITS = 5;
    private static final int WIDTH = 1 << BITS;

    private long[] bins = {};
    private long count;

    /** Adds equal latencies. */
    public void add(double nanos, long times) {
        count(bin(nanos), times);
    }

    /** Adds the latencies {@code first}, {@code first + step} and so on. */
    void addSeries(double first, double step, int terms) {
        int next;
        for (int term = 0; term < terms; term = next) {
            int bin = bin(first + term * step);
            double inBin = Math.ceil((start(bin + 1) - first) / step);
            next = (int) Math.min(terms, Math.max(term + 1.0, inBin));
            count(bin, next - (long) term);
        }
    }

    /** Adds the latencies of another histogram. */
    public void add(LatencyHistogram other) {
        for (int bin = 0; bin < other.bins.length; bin++) {
            if (other.bins[bin] > 0) {
                count(bin, other.bins[bin]);
            }
        }
    }

    /** Removes all latencies. */
    public void clear() {
        bins = new long[0];
        count = 0;
    }

    /**
     * Returns the latency that a share of all latencies does not exceed.
     *
     * @param share share, above 0 and at most 1
     * @return the latency in nanoseconds, NaN without latencies
     */
    public double quantile(double share) {
        double rank = Math.max(1, Math.ceil(share * count));
        long before = 0;
        for (int bin = 0; bin < bins.length; bin++) {
            if (before + bins[bin] >= rank) {
                if (bin < WIDTH) {
                    return bin;
                }
                double within = (rank - before - 1) / bins[bin];
                return start(bin) + within * (start(bin + 1) - start(bin));
            }
            before += bins[bin];
        }
        return Double.NaN;
    }

    private void count(int bin, long times) {
        if (bin >= bins.length) {
            bins = Arrays.copyOf(bins, (bin / WIDTH + 1) * WIDTH);
        }
        bins[bin] += times;
        count += times;
    }

    private static int bin(double nanos) {
        long whole = (long) nanos;
        if (whole < WIDTH) {
            return (int) whole;
        }
        int shift = Long.SIZE - 1 - BITS - Long.numberOfLeadingZeros(whole);
        return (shift << BITS) + (int) (whole >>> shift);
    }

    /** Returns the lower bound of a bin. */
    private static double start(int bin) {
        int shift = Math.max(0, (bin >> BITS) - 1);
        return (double) ((long) (bin - (shift << BITS)) << shift);
    }
}
