package org.underbase.htfs.format;

import java.util.Arrays;

/**
 * Guesses a field that few events have, an index + 1 into a dictionary or 0 for none: what the last event of the same
 * call had, or else the next name not seen so far.
 */
final class RareModel {
    private final long[] last = new long[256];
    private long newest;

    /** @param first the first value that no one has had so far */
    void reset(long first) {
        Arrays.fill(last, 0);
        newest = first;
    }

    /** 0: as guessed, 1: the next new one, 2: none, else 2 and how much older than the next new one. */
    long code(int call, long value) {
        long code = value == last[call] ? 0 : value == newest ? 1 : value == 0 ? 2 : 2 + newest - value;
        learn(call, value);
        return code;
    }

    long value(int call, long code, int names) throws TraceFormatException {
        long value = code == 0 ? last[call] : code == 1 ? newest : code == 2 ? 0 : 2 + newest - code;
        if (value < 0 || value > newest || value > names) {
            throw new TraceFormatException("an event has name " + value + " of " + names);
        }
        learn(call, value);
        return value;
    }

    private void learn(int call, long value) {
        last[call] = value;
        if (value == newest) {
            newest++;
        }
    }
}
