package org.underbase.htfs.format;

import java.util.Arrays;

/**
 * Predictor of a sparse field, which is an index + 1 into a dictionary, or 0 for none. It predicts the value of the last
 * event of the same call, or the next new name.
 */
final class SparsePredictor {
    private final long[] last = new long[256];
    private long newest;

    /** @param first the next new value */
    void reset(long first) {
        Arrays.fill(last, 0);
        newest = first;
    }

    /** Returns 0 for the prediction, 1 for the next new value, 2 for none, otherwise 2 plus the distance from the next new value. */
    long code(int call, long value) {
        long code = value == last[call] ? 0 : value == newest ? 1 : value == 0 ? 2 : 2 + newest - value;
        learn(call, value);
        return code;
    }

    int value(int call, long code, int names) throws TraceFormatException {
        long value = code == 0 ? last[call] : code == 1 ? newest : code == 2 ? 0 : 2 + newest - code;
        if (value < 0 || value > newest || value > names) {
            throw new TraceFormatException("an event has name index " + value + " of " + names);
        }
        learn(call, value);
        return (int) value;
    }

    private void learn(int call, long value) {
        last[call] = value;
        if (value == newest) {
            newest++;
        }
    }
}
