package org.underbase.tier.policy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Choice of the files that have an additional replica on a fast tier. This part of the tier is a cache: a file enters it by a
 * copy, and leaves it by the deletion of the copy. A pure function.
 */
public final class CachePlanner {
    /**
     * File that is in the cache or may enter it.
     *
     * @param id ID of its inode
     * @param bytes size of its additional replica
     * @param worth value of its place in the cache, by a {@link DemotionOrder}
     * @param reads number of its reads, weighted by their age
     * @param cached whether it is in the cache
     */
    public record Candidate(long id, long bytes, double worth, double reads, boolean cached) {
        private double rank(double margin) {
            return cached ? worth + Math.abs(worth) * (margin - 1) : worth;
        }
    }

    /**
     * Limits of a change.
     *
     * @param capacity size of the cache, in bytes
     * @param copiedBytes bytes that may be copied; the last copy may exceed them
     * @param copies maximum number of files that enter the cache
     * @param minReads minimum number of a file's weighted reads at its entry: fewer do not pay for the copy
     * @param margin factor by which the worth of a file must exceed that of a cached file to take its place, at least 1
     */
    public record Limits(long capacity, long copiedBytes, int copies, double minReads, double margin) {}

    /**
     * Changes of the cache, each list by decreasing worth.
     *
     * @param added files that enter the cache
     * @param deleted files that leave the cache, before the others enter it
     */
    public record Changes(List<Candidate> added, List<Candidate> deleted) {}

    private CachePlanner() {}

    /**
     * Chooses the files of the greatest worth that fit together. A cached file stays unless files of clearly greater worth need its
     * space, so that files of similar worth do not displace each other by turns.
     *
     * @param files all cached files, and others that may enter the cache
     */
    public static Changes plan(Collection<Candidate> files, Limits limits) {
        List<Candidate> order = new ArrayList<>(files);
        order.sort(Comparator.comparingDouble((Candidate file) -> file.rank(limits.margin()))
                .reversed()
                .thenComparing(Candidate::cached, Comparator.reverseOrder())
                .thenComparingLong(Candidate::id));
        List<Candidate> added = new ArrayList<>();
        List<Candidate> deleted = new ArrayList<>();
        long space = limits.capacity();
        long copied = 0;
        for (Candidate file : order) {
            boolean fits = file.bytes() <= space;
            if (file.cached() && !fits) {
                deleted.add(file);
            } else if (file.cached()) {
                space -= file.bytes();
            } else if (fits
                    && file.reads() >= limits.minReads()
                    && copied < limits.copiedBytes()
                    && added.size() < limits.copies()) {
                space -= file.bytes();
                copied += file.bytes();
                added.add(file);
            }
        }
        return new Changes(added, deleted);
    }
}
