package org.underbase.localcompact.worker;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** Durations of the parts of one merge. Thread-safe. */
final class MergeTimes {
    /** Part of a merge that is measured. */
    enum Part {
        /** The thread that merges waits for the throughput limit. */
        LIMIT,
        /** The thread that merges waits for space in the buffer. */
        BUFFER,
        /** The digest of the output is computed. */
        DIGEST,
        /** The DataNode opens and receives replicas. */
        WRITE,
        /** The DataNode finalizes replicas. */
        FINALIZE,
        /** The replica waits for the coordinator, and so for the other servers. */
        OTHERS
    }

    private final LongSupplier nanos;
    private final long began;
    private final Map<Part, LongAdder> sums = new EnumMap<>(Part.class);
    private volatile long mergeNanos;

    /** {@code nanos} is the clock; the merge starts now. */
    MergeTimes(LongSupplier nanos) {
        this.nanos = nanos;
        this.began = nanos.getAsLong();
        for (Part part : Part.values()) {
            sums.put(part, new LongAdder());
        }
    }

    long now() {
        return nanos.getAsLong();
    }

    /** Adds the time since {@code start}; returns the current time. */
    long add(Part part, long start) {
        long now = now();
        sums.get(part).add(now - start);
        return now;
    }

    /** Records that the thread has merged all cells. */
    void merged() {
        mergeNanos = now() - began;
    }

    private static long millis(long duration) {
        return TimeUnit.NANOSECONDS.toMillis(duration);
    }

    private long sum(Part part) {
        return sums.get(part).sum();
    }

    private String describe(Part part) {
        return part.name().toLowerCase(Locale.ROOT) + " " + millis(sum(part)) + " ms";
    }

    /** Formats the times; the merge itself includes reading. */
    @Override
    public String toString() {
        return "merged in " + millis(mergeNanos) + " ms: merge "
                + millis(mergeNanos - sum(Part.LIMIT) - sum(Part.BUFFER)) + " ms, " + describe(Part.LIMIT) + ", "
                + describe(Part.BUFFER) + "; replica: " + describe(Part.DIGEST) + ", " + describe(Part.WRITE) + ", "
                + describe(Part.FINALIZE) + ", " + describe(Part.OTHERS);
    }
}
