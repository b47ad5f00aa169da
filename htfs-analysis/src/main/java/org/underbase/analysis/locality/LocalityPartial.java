package org.underbase.analysis.locality;

import java.io.IOException;
import org.underbase.analysis.access.Access;
import org.underbase.analysis.access.FileHistory;
import org.underbase.analysis.figure.FileVisitor;
import org.underbase.analysis.operator.Fields;
import org.underbase.analysis.operator.Partial;

/** Reads of some files by the time since an earlier read that was near. */
public final class LocalityPartial implements Partial<LocalityPartial> {
    /** Distances in bytes within which an earlier read is near. */
    static final long[] DISTANCES = {0, 1 << 10, 1 << 16, 1 << 20};

    private static final int HALF_HOUR = Recency.atLeast(Recency.HALF_HOUR);
    private static final int MINUTE = Recency.atLeast(Recency.MINUTE);

    /** Maximum number of queries for one series, so that a forged one ends. */
    private static final long QUERIES = 1 << 16;

    final Counts all = new Counts();
    /** The same for foreground reads of user tables alone. */
    final Counts core = new Counts();

    private final long firstNanos;
    private final Reuse reuse = new Reuse();

    LocalityPartial(long firstNanos) {
        this.firstNanos = firstNanos;
    }

    /** Sums of a set of reads. */
    static final class Counts {
        /** Reads by distance, by the points that their time since the begin of the trace exceeds, and by recency. */
        final long[][][] hits = new long[DISTANCES.length][Recency.COUNT + 1][Recency.COUNT];
        /** Reads by the points that their time since the begin of the trace exceeds. */
        final long[] reads = new long[Recency.COUNT + 1];
        /** Bytes that an earlier read returned, too, by recency. */
        final long[] covered = new long[Recency.COUNT];

        long bytes;

        /** Reads that overlap an earlier one of the last 32 minutes; a sum of {@link #hits}. */
        private long overlapsIn32Minutes;
        /** Reads within 1 KiB of an earlier one of the last minute; a sum of {@link #hits}. */
        private long nearInAMinute;

        private void add(Reuse reuse, long age, long length, long count) {
            int warm = Recency.atMost(age);
            reads[warm] += count;
            bytes += length;
            for (int i = 0; i < DISTANCES.length; i++) {
                if (reuse.recency[i] >= 0) {
                    hits[i][warm][reuse.recency[i]] += count;
                }
            }
            overlapsIn32Minutes += isWithin(reuse.recency[0], HALF_HOUR) ? count : 0;
            nearInAMinute += isWithin(reuse.recency[1], MINUTE) ? count : 0;
            for (int points = reuse.points; points != 0; points &= points - 1) {
                int at = Integer.numberOfTrailingZeros(points);
                covered[at] += reuse.covered[at];
            }
        }

        private static boolean isWithin(int recency, int point) {
            return recency >= 0 && recency <= point;
        }

        private long hits(int distance, int point) {
            long sum = 0;
            for (long[] byRecency : hits[distance]) {
                for (int at = 0; at <= point; at++) {
                    sum += byRecency[at];
                }
            }
            return sum;
        }

        private void transfer(Fields fields) throws IOException {
            for (long[][] byWarmth : hits) {
                for (long[] byRecency : byWarmth) {
                    fields.numbers(byRecency);
                }
            }
            fields.numbers(reads);
            fields.numbers(covered);
            bytes = fields.number(bytes);
            overlapsIn32Minutes = hits(0, HALF_HOUR);
            nearInAMinute = hits(1, MINUTE);
        }

        private void add(Counts other) {
            for (int i = 0; i < DISTANCES.length; i++) {
                for (int warm = 0; warm < hits[i].length; warm++) {
                    for (int at = 0; at < Recency.COUNT; at++) {
                        hits[i][warm][at] += other.hits[i][warm][at];
                    }
                }
            }
            for (int warm = 0; warm < reads.length; warm++) {
                reads[warm] += other.reads[warm];
            }
            for (int at = 0; at < Recency.COUNT; at++) {
                covered[at] += other.covered[at];
            }
            bytes += other.bytes;
            overlapsIn32Minutes += other.overlapsIn32Minutes;
            nearInAMinute += other.nearInAMinute;
        }
    }

    /** Returns the number of all reads whose offset is known. */
    public long reads() {
        long sum = 0;
        for (long reads : all.reads) {
            sum += reads;
        }
        return sum;
    }

    /** Returns the number of all reads that overlap an earlier one of the last 32 minutes. */
    public long overlapsIn32Minutes() {
        return all.overlapsIn32Minutes;
    }

    /** Returns the number of all reads within 1 KiB of an earlier one of the last minute. */
    public long nearInAMinute() {
        return all.nearInAMinute;
    }

    /** Begins a file. */
    public FileVisitor file() {
        return (access, before) -> {
            if (!access.reads() || access.offset() == Access.UNPLACED) {
                return;
            }
            // The reads of a series are taken to have equal lengths.
            long calls = Math.max(1, Math.min(access.calls(), access.length()));
            long each = access.length() / calls;
            long longer = access.length() % calls;
            long from = access.offset();
            for (long i = 0; i < calls; ) {
                // The first one alone: the others follow it.
                long count = i == 0 ? 1 : Math.min(calls - i, 1 + calls / QUERIES);
                long to = from + count * each + Math.max(0, Math.min(count, longer - i));
                read(access, before, from, to, count, i > 0);
                from = to;
                i += count;
            }
        };
    }

    /**
     * Adds consecutive reads of one moment.
     *
     * @param count number of reads in the range, which are taken to be equally recent
     * @param follows whether an adjacent read of the same moment is not in the history
     */
    private void read(Access access, FileHistory before, long from, long to, long count, boolean follows) {
        long nanos = access.startNanos();
        long age = nanos - firstNanos;
        reuse.find(before.lastReads(), from, to, nanos, follows);
        all.add(reuse, age, to - from, count);
        if (access.core()) {
            if (before.lastCoreReads() != before.lastReads()) {
                reuse.find(before.lastCoreReads(), from, to, nanos, follows);
            }
            core.add(reuse, age, to - from, count);
        }
    }

    @Override
    public void transfer(Fields fields) throws IOException {
        all.transfer(fields);
        core.transfer(fields);
    }

    @Override
    public void merge(LocalityPartial later) {
        all.add(later.all);
        core.add(later.core);
    }
}
