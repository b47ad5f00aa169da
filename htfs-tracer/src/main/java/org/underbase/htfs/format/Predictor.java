package org.underbase.htfs.format;

import java.util.Arrays;

/**
 * Predictor of an event's fields from the previous events, so that only mispredicted values take space. Writer and reader
 * compute the same predictions, independently of the meaning of the calls: a reader also decodes calls that it does not
 * support.
 *
 * <p>For each event the fields are coded in the order thread, call, target, offset, length, result. A writer calls the
 * {@code ...Code} methods, a reader the methods without that suffix, and both then call {@link #learn}.
 */
final class Predictor {
    private static final int LENGTHS = 1 << 12;

    // By thread: its last call, its last target and the thread after it. The last element stands for "no thread".
    private int[] threadCall = new int[256];
    private int[] threadTarget = new int[256];
    private int[] threadAfter = new int[256];
    // By target: the position of its stream and the last transfer size.
    private long[] position = new long[256];
    private long[] moved = new long[256];
    // By call: the next call of its thread, its last target and result, and the origin of that result.
    private final int[] callAfter = new int[256];
    private final int[] callTarget = new int[256];
    private final long[] callResult = new long[256];
    private final byte[] callResultIs = new byte[256];
    private final long[] lengths = new long[LENGTHS];

    private int lastThread;
    private int newThread;
    private int newTarget;

    /** Index into {@link #lengths} of the current event. */
    private int context;

    private static final byte AS_LENGTH = 0;
    private static final byte AS_OFFSET = 1;
    private static final byte AS_BEFORE = 2;

    /**
     * Starts a block.
     *
     * @param streams stream of each target, -1 for none
     * @param targets number of targets
     * @param threads number of threads
     */
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

    /** Returns 0 for the prediction, 1 for the next new index, otherwise 2 plus the distance from the newest index. */
    private static long indexCode(int index, int predicted, int newest) {
        return index == newest ? 1 : index == predicted ? 0 : 1L + newest - index;
    }

    private static int index(long code, int predicted, int newest) throws TraceFormatException {
        long index = code == 0 ? predicted : code == 1 ? newest : 1L + newest - code;
        if (index < 0 || index > newest) {
            throw new TraceFormatException("an event has an invalid thread index");
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
            throw new TraceFormatException("an event has thread index " + thread + " of " + threads);
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
            throw new TraceFormatException("an event has an invalid call code " + (code - 1));
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
            throw new TraceFormatException("an event has target index " + target + " of " + targets);
        }
        return (int) target;
    }

    long offsetCode(int target, long offset) {
        return offset == position[target] ? 0 : offset == -1 ? 1 : 2 + Packed.zigzag(offset - position[target]);
    }

    long offset(int target, long code) {
        return code == 0 ? position[target] : code == 1 ? -1 : position[target] + Packed.unzigzag(code - 2);
    }

    private long predictedLength(int call, int target) {
        context = (call * 67 + Packed.symbol(moved[target])) & (LENGTHS - 1);
        return lengths[context];
    }

    long lengthCode(int call, int target, long length) {
        return length == predictedLength(call, target) ? 0 : code(length);
    }

    long length(int call, int target, long code) {
        long predicted = predictedLength(call, target);
        return code == 0 ? predicted : number(code);
    }

    long resultCode(int call, long offset, long length, long result) {
        return result == predictedResult(call, offset, length) ? 0 : code(result);
    }

    long result(int call, long offset, long length, long code) {
        return code == 0 ? predictedResult(call, offset, length) : number(code);
    }

    private long predictedResult(int call, long offset, long length) {
        return switch (callResultIs[call]) {
            case AS_LENGTH -> length;
            case AS_OFFSET -> offset;
            default -> callResult[call];
        };
    }

    /** Updates the predictions after an event, whose length was coded or decoded last, in writer and reader. */
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
        lengths[context] = length;
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
