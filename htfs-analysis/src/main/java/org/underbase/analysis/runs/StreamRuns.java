package org.underbase.analysis.runs;

import java.util.Arrays;
import org.underbase.htfs.format.Activity;

/**
 * The runs of one stream in a part of the trace that cannot be counted yet: for each thread its first run, when an
 * earlier part may hold the beginning of it (the head), and the run that the next read may go on with (the current).
 * They are the same run as long as the thread has but one. An open or a close of the stream is a barrier: it ends all
 * runs. About 150 bytes of memory for each open stream and thread.
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
     * @param gap how many bytes a read may begin behind the end of the one before and still go on with its run
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
            goOn(mine, new Run(activity, file, offset, offset + bytes), ended);
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

    /** Whether all there is to know is that the runs of earlier parts have ended. */
    boolean isOnlyBarrier() {
        return barrier && size == 0;
    }

    /**
     * Takes in the runs of the part that follows.
     *
     * @param numbers this part's number of each thread of the later one
     */
    void merge(StreamRuns later, int[] numbers, RunSink ended) {
        for (int i = 0; i < later.size; i++) {
            OfThread their = later.runs[i];
            if (their.head != null) {
                OfThread mine = ofThread(numbers[later.threads[i]]);
                goOn(mine, their.head, ended);
                if (their.current != their.head) {
                    end(mine, ended);
                }
            }
        }
        if (later.barrier) {
            // No head of theirs is current: the barrier ended it.
            barrier(ended);
        }
        for (int i = 0; i < later.size; i++) {
            OfThread their = later.runs[i];
            if (their.current != null && their.current != their.head) {
                ofThread(numbers[later.threads[i]]).current = their.current;
            }
        }
    }

    /** Makes {@code next} the current run, or adds it to the current one when it goes on with that. */
    private void goOn(OfThread of, Run next, RunSink ended) {
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

    /** Counts all runs: nothing precedes and nothing follows. */
    void finish(RunSink ended) {
        for (int i = 0; i < size; i++) {
            end(runs[i], ended);
            if (runs[i].head != null) {
                ended.ended(runs[i].head);
            }
        }
    }

    /** The current run gets no longer; counted unless it is the head, whose beginning may be elsewhere. */
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
