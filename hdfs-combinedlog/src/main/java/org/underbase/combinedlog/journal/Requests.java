package org.underbase.combinedlog.journal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Requested commits of records that are not on disk. The committer's lock guards everything except {@link #writers}. */
final class Requests {
    /**
     * Request of one commit.
     *
     * @param sequence sequence of the record
     * @param writer thread that requested it; it need not wait
     * @param nanoTime time of the request
     * @param whenDurable called when the record is on disk
     */
    record Request(long sequence, Thread writer, long nanoTime, Runnable whenDurable) {}

    private final List<Request> open = new ArrayList<>();
    private final Map<Thread, Integer> openByWriter = new HashMap<>();
    private volatile int writers;

    void add(long sequence, Runnable whenDurable) {
        open.add(new Request(sequence, Thread.currentThread(), System.nanoTime(), whenDurable));
        openByWriter.merge(Thread.currentThread(), 1, Integer::sum);
        writers = openByWriter.size();
    }

    /** Returns the time of the oldest open request. */
    OptionalLong oldest() {
        return open.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(open.get(0).nanoTime());
    }

    /** Returns the number of threads with open requests. */
    int writers() {
        return writers;
    }

    /** Removes and returns the requests up to a sequence. */
    List<Request> removeUpTo(long sequence) {
        List<Request> done = new ArrayList<>();
        for (Request each : open) {
            if (each.sequence() <= sequence) {
                done.add(each);
                openByWriter.computeIfPresent(each.writer(), (any, count) -> count > 1 ? count - 1 : null);
            }
        }
        open.removeIf(each -> each.sequence() <= sequence);
        writers = openByWriter.size();
        return done;
    }
}
