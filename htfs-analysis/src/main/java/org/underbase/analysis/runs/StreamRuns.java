package org.underbase.analysis.runs;

import java.util.Arrays;
import org.underbase.htfs.format.Activity;

/**
 * Runs of one stream in a part of the trace that cannot be counted yet. Each thread has a first run that may begin in an
 * earlier part (the head) and a run that the next read may continue (the current run); they are the same object while the
 * thread has only one run. An open or a close of the stream is a barrier, which ends all runs. About 150 bytes of memory per
 * open stream and thread.
 */
final class StreamRuns {
    private static final int[] NO_THREADS = {};
    private static final OfThread[] NO_RUNS = {};

    private static final class OfThread {
        private Run head;
        private Run current;
    }

    private final long gap;
    private boolean barrier;
    private int[] threads = NO_THREADS;
    private OfThread[] runs = NO_RUNS;
    private int size;

    /**
     * @param gap maximum number of bytes between two reads of a run
     */
    StreamRuns(long gap) {
        this.gap = gap;
    }

    void read(int thread, Activity activity, long file, long offset, long bytes, RunSink ended) {
        OfThread mine = ofThread(thread);
        Run current = mine.current;
        if (current != null && current.reaches(offset, gap)) {
            current.extend(offset + bytes, bytes);
        } else {
            append(mine, new Run(activity, file, offset, offset + bytes), ended);
        }
    }

    /** Ends all runs. */
    void barrier(RunSink ended) {
        barrier = true;
        int kept = 0;
        for (int i = 0; i < size; i++) {
            end(runs[i], ended);
            if (runs[i].head != null) {
                threads[kept] = threads[i];
                runs[kept] = runs[i];
                kept++;
            }
        }
        Arrays.fill(runs, kept, size, null);
        size = kept;
    }

    /** Whether the only information is that the runs of earlier parts have ended. */
    boolean isOnlyBarrier() {
        return barrier && size == 0;
    }

    /**
     * Adds the runs of the part that follows.
     *
     * @param later runs of the part that follows
     * @param numbers number in this part for each thread of the later one
     * @param ended receives the runs that end
     */
    void merge(StreamRuns later, int[] numbers, RunSink ended) {
        for (int i = 0; i < later.size; i++) {
            OfThread their = later.runs[i];
            if (their.head != null) {
                OfThread mine = ofThread(numbers[later.threads[i]]);
                append(mine, their.head, ended);
                if (their.current != their.head) {
                    end(mine, ended);
                }
            }
        }
        if (later.barrier) {
            // No head of the later part is current: the barrier ended it.
            barrier(ended);
        }
        for (int i = 0; i < later.size; i++) {
            OfThread their = later.runs[i];
            if (their.current != null && their.current != their.head) {
                ofThread(numbers[later.threads[i]]).current = their.current;
            }
        }
    }

    /** Appends {@code next} to the current run if it continues that, or else makes it the current run. */
    private void append(OfThread of, Run next, RunSink ended) {
        if (of.current != null && of.current.reaches(next.start(), gap)) {
            of.current.extend(next.end(), next.bytes());
            return;
        }
        if (of.current == null && of.head == null && !barrier) {
            of.head = next;
        }
        end(of, ended);
        of.current = next;
    }

    /** Ends all runs, after the last part. */
    void finish(RunSink ended) {
        for (int i = 0; i < size; i++) {
            end(runs[i], ended);
            if (runs[i].head != null) {
                ended.ended(runs[i].head);
            }
        }
    }

    /** Ends the current run and counts it, except the head, which may begin in an earlier part. */
    private static void end(OfThread of, RunSink ended) {
        if (of.current != null && of.current != of.head) {
            ended.ended(of.current);
        }
        of.current = null;
    }

    private OfThread ofThread(int thread) {
        for (int i = 0; i < size; i++) {
            if (threads[i] == thread) {
                return runs[i];
            }
        }
        if (size == threads.length) {
            int capacity = Math.max(1, size * 2);
            threads = Arrays.copyOf(threads, capacity);
            runs = Arrays.copyOf(runs, capacity);
        }
        OfThread added = new OfThread();
        threads[size] = thread;
        runs[size] = added;
        size++;
        return added;
    }
}
