package org.underbase.sim.study;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.underbase.sim.disk.Disk;
import org.underbase.sim.policy.Eviction;

/**
 * Caches of one size with one eviction policy, for the reads of some parts of the sample (a miniature simulation): each has the
 * size of the cache divided by the rate of its part. Large caches have smaller parts, so that all have about the same number of
 * pages. The differences between the parts show the error.
 */
final class PolicyPass implements Simulation {
    /** Sizes in GiB. */
    static final int[] SIZES = {10, 30, 90, 200, 400};

    private static final int PARTS = 8;
    /** Pages of a part of a cache. Caches of fewer pages than those of all parts have one part, the whole sample. */
    private static final int LEAST = 1 << 12;

    private static final int CHUNK_PAGES = (1 << Sample.CHUNK_BITS) / Disk.PAGE;

    private final int gigabytes;
    private final Sample sample;
    private final int partBits;
    private final PartCache[] parts;
    private final long[] read;

    private PolicyPass(IntFunction<PartCache> caches, int gigabytes, Sample sample) {
        this.gigabytes = gigabytes;
        this.sample = sample;
        int pages = sample.pages(gigabytes);
        partBits = pages < PARTS * LEAST ? 0 : Integer.SIZE - 1 - Integer.numberOfLeadingZeros(pages / LEAST);
        parts = IntStream.range(0, Math.min(PARTS, 1 << partBits))
                .mapToObj(part -> caches.apply(Math.max(1, pages >> partBits)))
                .toArray(PartCache[]::new);
        read = new long[parts.length];
    }

    /**
     * Returns empty caches with all policies.
     *
     * @param gigabytes size in GiB
     * @param sample pages that are simulated
     */
    static List<PolicyPass> of(int gigabytes, Sample sample) {
        List<PolicyPass> passes = new ArrayList<>();
        passes.add(new PolicyPass(PartCache::lru, gigabytes, sample));
        passes.add(new PolicyPass(PartCache::fifo, gigabytes, sample));
        for (Eviction eviction : Eviction.values()) {
            passes.add(new PolicyPass(pages -> PartCache.of(eviction.create(pages)), gigabytes, sample));
        }
        return passes;
    }

    /** Returns the names of the policies, in the order of the caches of one size. */
    static List<String> policies() {
        return Stream.concat(
                        Stream.of("LRU", "FIFO"),
                        Arrays.stream(Eviction.values()).map(Eviction::label))
                .toList();
    }

    @Override
    public void accept(Batch batch) {
        for (int i = 0; i < batch.count; i++) {
            boolean deletion = batch.isDeletion(i);
            if (deletion || batch.isOwnRead(i)) {
                int first = batch.offset[i] / Disk.PAGE;
                int end = (batch.offset[i] + batch.length[i] - 1) / Disk.PAGE + 1;
                while (first < end) {
                    int chunk = first / CHUNK_PAGES;
                    int to = Math.min(end, (chunk + 1) * CHUNK_PAGES);
                    int part = Sample.part(batch.file[i], chunk, partBits);
                    if (part < parts.length) {
                        access(part, deletion, batch.file[i], first, to - first);
                    }
                    first = to;
                }
            }
        }
    }

    private void access(int part, boolean deletion, int file, int first, int pages) {
        if (deletion) {
            parts[part].delete(file, first, pages);
        } else {
            parts[part].read(file, first, pages);
            read[part] += pages;
        }
    }

    @Override
    public void finish() {
        for (PartCache part : parts) {
            part.check();
        }
    }

    /**
     * Returns a line about the first cache with more hits than an optimal one; empty without such a cache.
     *
     * @param passes caches of one or more sizes with all policies
     */
    static Optional<String> defect(List<PolicyPass> passes) {
        int policies = policies().size();
        int bound = policies().indexOf(Eviction.OPT.label());
        for (int i = 0; i < passes.size(); i++) {
            if (passes.get(i).exceeds(passes.get(i - i % policies + bound))) {
                return Optional.of(policies().get(i % policies) + " with " + passes.get(i).gigabytes
                        + " GB has more hits than " + Eviction.OPT.label());
            }
        }
        return Optional.empty();
    }

    private boolean exceeds(PolicyPass bound) {
        return IntStream.range(0, parts.length).anyMatch(part -> parts[part].hits() > bound.parts[part].hits());
    }

    int gigabytes() {
        return gigabytes;
    }

    /** Returns the mean over the parts of the share of the pages read that the cache contains. */
    double hitRate() {
        return Arrays.stream(hitRates()).average().orElseThrow();
    }

    /** Returns the standard error of the hit rate; not a number if it is unknown, because the sample has one part. */
    double error() {
        return parts.length == 1 && sample.rate() == 1 ? 0 : Slice.standardError(hitRates());
    }

    private double[] hitRates() {
        return IntStream.range(0, parts.length)
                .mapToDouble(part -> (double) parts[part].hits() / read[part])
                .toArray();
    }
}
