package org.underbase.sim.hats.flow;

import java.util.Arrays;

/** Megabytes that passed a resource, by second. */
public final class Series {
    private double[] megabytes = new double[16];
    private int length;

    /** Adds megabytes that passed evenly between two times. */
    void add(double from, double to, double amount) {
        int first = (int) from;
        int last = (int) to;
        if (last >= megabytes.length) {
            megabytes = Arrays.copyOf(megabytes, Math.max(last + 1, 2 * megabytes.length));
        }
        length = Math.max(length, last + 1);
        if (first == last) {
            megabytes[first] += amount;
            return;
        }
        for (int second = first; second <= last; second++) {
            double part = Math.min(to, second + 1) - Math.max(from, second);
            megabytes[second] += amount * part / (to - from);
        }
    }

    /** Returns the rate in each second, in MB/s. */
    public double[] rates() {
        return Arrays.copyOf(megabytes, length);
    }

    /** Returns the sum of all megabytes. */
    public double sum() {
        return Arrays.stream(megabytes).sum();
    }

    /** Returns the highest rate in a second, in MB/s. */
    public double peak() {
        return Arrays.stream(megabytes).max().orElse(0);
    }
}
