package org.underbase.analysis.estimate;

import java.io.IOException;
import org.underbase.analysis.operator.Fields;

/** Exact sum of products of two numbers that are not negative, in 128 bits, so that it does not depend on the order. */
final class ProductSum {
    private static final double TWO_64 = 0x1p64;

    private long high;
    private long low;

    void add(long a, long b) {
        sum(Math.multiplyHigh(a, b), a * b);
    }

    void add(ProductSum other) {
        sum(other.high, other.low);
    }

    private void sum(long upper, long lower) {
        low += lower;
        high += upper + (Long.compareUnsigned(low, lower) < 0 ? 1 : 0);
    }

    double value() {
        return high * TWO_64 + (low >>> 1) * 2.0 + (low & 1);
    }

    void transfer(Fields fields) throws IOException {
        high = fields.number(high);
        low = fields.number(low);
    }
}
