package org.underbase.htfs.format;

/** Sum of numbers from traces, which may be forged. It stops at the largest number instead of becoming negative. */
public final class SaturatedSum {
    private SaturatedSum() {}

    /** Returns the sum, or the nearest number if it exceeds 64 bits. */
    public static long of(long a, long b) {
        long sum = a + b;
        // It exceeds 64 bits if both numbers have the same sign and the sum has the other one.
        boolean exact = ((a ^ sum) & (b ^ sum)) >= 0;
        return exact ? sum : a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
}
