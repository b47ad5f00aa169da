package org.underbase.htfs.format;

import java.util.Arrays;

/**
 * Guesses each field of an event from the events before it, so that only what is not as guessed costs space. Writer and
 * reader run the same guesses over the same events, whatever the calls mean: a reader that does not know a call still
 * decodes it right.
 *
 * <p>For each event the fields go through in the order thread, call, target, offset, length, result and then those few
 * events have, each with the {@code code} method when writing and the plain one when reading.
 */
final class Model {
    private static final int LENGTHS = 1 << 12;

    // By thread: its last call and target. Element 0 stands for no thread.
    private int[] threadCall = new int[256];
    private int[] threadTarget = new int[256];
    private int[] threadAfter = new int[256];
    // By target: where its stream stands, and how much it moved last.
    private long[] position = new long[256];
    private long[] moved = new long[256];
    // By call: the call that came after it in its thread, its last target and result, and how that result came about.
    private final int[] callAfter = new int[256];
    private final int[] callTarget = new int[256];
    private final long[] callResult = new long[256];
    private final byte[] callResultIs = new byte[256];
    private final long[] lengths = new long[LENGTHS];

    private int lastThread;
    private int newThread;
    private int newTarget;

    private static final byte AS_LENGTH = 0;
    private static final byte AS_OFFSET = 1;
    private static final byte AS_BEFORE = 2;

    /** Begins a block of which {@code streams[i]} is the stream of target {@code i}, -1 when it is none. */
    void reset(long[] streams, int targets, int threads) {
        if (position.length < targets) {
            position = new long[Math.max(targets, position.length * 2)];
            moved = new long[position.length];
        }
        for (int i = 0; i < targets; i++) {
            position[i] = streams[i] < 0 ? -1 : 0;
        }
        Arrays.fill(moved, 0, targets, 0);
        if (threadCall.length < threads + 1) {
            threadCall = new int[Math.max(threads + 1, threadCall.length * 2)];
            threadTarget = new int[threadCall.length];
            threadAfter = new int[threadCall.length];
        }
        Arrays.fill(threadCall, 0, threads + 1, 0);
        Arrays.fill(threadTarget, 0, threads + 1, 0);
        Arrays.fill(threadAfter, 0, threads + 1, 0);
        Arrays.fill(callAfter, 0);
        Arrays.fill(callTarget, 0);
        Arrays.fill(callResult, -1);
        Arrays.fill(callResultIs, AS_LENGTH);
        Arrays.fill(lengths, -1);
        lastThread = threads;
        newThread = 0;
        newTarget = 0;
    }

    /** 0: as guessed, 1: the next one not seen so far, else 2 and how much older than the newest one seen. */
    private static long indexCode(int index, int guess, int newest) {
        return index == newest ? 1 : index == guess ? 0 : 1L + newest - index;
    }

    private static int index(long code, int guess, int newest) throws TraceFormatException {
        long index = code == 0 ? guess : code == 1 ? newest : 1L + newest - code;
        if (index < 0 || index > newest) {
            throw new TraceFormatException("an event names a thread or file that is not there");
        }
        return (int) index;
    }

    long threadCode(int thread) {
        long code = indexCode(thread, threadAfter[lastThread], newThread);
        thread(thread);
        return code;
    }

    int thread(long code, int threads) throws TraceFormatException {
        int thread = index(code, threadAfter[lastThread], newThread);
        if (thread >= threads) {
            throw new TraceFormatException("an event names thread " + thread + " of " + threads);
        }
        thread(thread);
        return thread;
    }

    private void thread(int thread) {
        if (thread == newThread) {
            newThread++;
        }
        threadAfter[lastThread] = thread;
        lastThread = thread;
    }

    long callCode(int thread, int call) {
        return call == callAfter[threadCall[thread]] ? 0 : 1 + call;
    }

    int call(int thread, long code) throws TraceFormatException {
        if (code < 0 || code > 256) {
            throw new TraceFormatException("an event has no call " + (code - 1));
        }
        return code == 0 ? callAfter[threadCall[thread]] : (int) code - 1;
    }

    long targetCode(int thread, int call, int target) {
        int byThread = threadTarget[thread];
        int byCall = callTarget[call];
        if (target == newTarget) {
            return 2;
        }
        return target == byThread ? 0 : target == byCall ? 1 : 2L + newTarget - target;
    }

    int target(int thread, int call, long code, int targets) throws TraceFormatException {
        long target = code == 0 ? threadTarget[thread] : code == 1 ? callTarget[call] : 2L + newTarget - code;
        if (target < 0 || target > newTarget || target >= targets) {
            throw new TraceFormatException("an event names target " + target + " of " + targets);
        }
        return (int) target;
    }

    long offsetCode(int target, long offset) {
        return offset == position[target] ? 0 : offset == -1 ? 1 : 2 + Packed.zigzag(offset - position[target]);
    }

    long offset(int target, long code) {
        return code == 0 ? position[target] : code == 1 ? -1 : position[target] + Packed.unzigzag(code - 2);
    }

    private int lengthContext(int call, int target) {
        return (call * 67 + Packed.symbol(moved[target])) & (LENGTHS - 1);
    }

    long lengthCode(int call, int target, long length) {
        return length == lengths[lengthContext(call, target)] ? 0 : code(length);
    }

    long length(int call, int target, long code) {
        return code == 0 ? lengths[lengthContext(call, target)] : number(code);
    }

    long resultCode(int call, long offset, long length, long result) {
        return result == guess(call, offset, length) ? 0 : code(result);
    }

    long result(int call, long offset, long length, long code) {
        return code == 0 ? guess(call, offset, length) : number(code);
    }

    private long guess(int call, long offset, long length) {
        return switch (callResultIs[call]) {
            case AS_LENGTH -> length;
            case AS_OFFSET -> offset;
            default -> callResult[call];
        };
    }

    /** After each event, in writer and reader alike. */
    void learn(int thread, int call, int target, long offset, long length, long result) {
        if (target == newTarget) {
            newTarget++;
        }
        callAfter[threadCall[thread]] = call;
        threadCall[thread] = call;
        threadTarget[thread] = target;
        callTarget[call] = target;
        callResultIs[call] = result == length ? AS_LENGTH : result == offset ? AS_OFFSET : AS_BEFORE;
        callResult[call] = result;
        lengths[lengthContext(call, target)] = length;
        if (length >= 0) {
            moved[target] = length;
        }
        if (offset >= 0) {
            position[target] = length >= 0 && result > 0 ? offset + result : offset;
        }
    }

    private static long code(long value) {
        return value == -1 ? 1 : value >= 0 ? value + 2 : value;
    }

    private static long number(long code) {
        return code == 1 ? -1 : code < 0 ? code : code - 2;
    }
}
