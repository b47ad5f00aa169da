package org.underbase.htfs.format;

import java.util.Arrays;

/**
 * Guesses each event's offset, length and result from the events before it, so that only what is not as guessed costs
 * space. Writer and reader run the same guesses over the same events, whatever the calls mean: a reader that does not
 * know a call still decodes it right. A guess that is right is 0, the number -1 is 1,
 * anything else is 2 or more.
 */
final class Predictor {
    private long[] next = new long[256];
    private final long[] lastLength = new long[256];
    private final long[] lastResult = new long[256];
    private final boolean[] asAsked = new boolean[256];

    /** Begins a block of which {@code streams[i]} is the stream of target {@code i}, -1 when it is none. */
    void reset(long[] streams, int targets) {
        if (next.length < targets) {
            next = new long[Math.max(targets, next.length * 2)];
        }
        for (int i = 0; i < targets; i++) {
            next[i] = streams[i] < 0 ? -1 : 0;
        }
        Arrays.fill(lastLength, -1);
        Arrays.fill(lastResult, -1);
        Arrays.fill(asAsked, true);
    }

    long offsetCode(int target, long offset) {
        return offset == next[target] ? 0 : offset == -1 ? 1 : 2 + Packed.zigzag(offset - next[target]);
    }

    long offset(int target, long code) {
        return code == 0 ? next[target] : code == 1 ? -1 : next[target] + Packed.unzigzag(code - 2);
    }

    long lengthCode(int call, long length) {
        return length == lastLength[call] ? 0 : code(length);
    }

    long length(int call, long code) {
        return code == 0 ? lastLength[call] : number(code);
    }

    long resultCode(int call, long length, long result) {
        return result == guess(call, length) ? 0 : code(result);
    }

    long result(int call, long length, long code) {
        return code == 0 ? guess(call, length) : number(code);
    }

    /** After each event, in writer and reader alike. */
    void learn(int call, int target, long offset, long length, long result) {
        lastLength[call] = length;
        lastResult[call] = result;
        asAsked[call] = length == result;
        if (offset >= 0) {
            next[target] = length >= 0 && result > 0 ? offset + result : offset;
        }
    }

    private long guess(int call, long length) {
        return asAsked[call] ? length : lastResult[call];
    }

    private static long code(long value) {
        return value == -1 ? 1 : value >= 0 ? value + 2 : value;
    }

    private static long number(long code) {
        return code == 1 ? -1 : code < 0 ? code : code - 2;
    }
}
