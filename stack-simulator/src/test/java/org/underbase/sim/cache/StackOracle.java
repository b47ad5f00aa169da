package org.underbase.sim.cache;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.underbase.sim.cache.CacheCase.Kind;
import org.underbase.sim.cache.CacheCase.Operation;

/**
 * Comparison of {@link LruStack} with page-level caches of every size, for the three policies of written pages: all are
 * inserted (write-allocate), no page is (no-write-allocate), those of some files are (hints).
 */
final class StackOracle {
    /** Policies of written pages. */
    enum Policy {
        WRITE_ALLOCATE,
        NO_WRITE_ALLOCATE,
        HINTS;

        private boolean inserts(int file) {
            return this == WRITE_ALLOCATE || (this == HINTS && file % 2 == 0);
        }
    }

    private StackOracle() {}

    /** Returns the differences of one case; empty if there are none. */
    static List<String> differences(CacheCase input, Policy policy) {
        int largest = input.pages() * input.files() + 1;
        // A truncated stack is exact up to its size.
        int depth = input.seed() % 2 == 0 ? largest : Math.max(1, largest / 3);
        int[] sizes = IntStream.rangeClosed(1, depth).toArray();
        StackCounts counts = new StackCounts(sizes, 2);
        Misses misses = new Misses(counts, sizes);
        LruStack stack = new LruStack(depth, misses);
        List<NaiveTieredCache> caches = new ArrayList<>();
        for (int size : sizes) {
            caches.add(new NaiveTieredCache(size, 0, FlashPolicy.PROMOTE));
        }
        List<String> differences = new ArrayList<>();
        long[] readHits = new long[sizes.length];
        for (Operation operation : input.operations()) {
            int file = operation.file();
            int first = operation.first();
            int pages = operation.pages();
            if (operation.kind() == Kind.DELETE) {
                stack.delete(file, first, pages);
                caches.forEach(cache -> cache.delete(file, first, pages));
            } else if (operation.kind() == Kind.READ || policy.inserts(file)) {
                counts.kind(operation.kind() == Kind.READ ? 0 : 1);
                misses.reset();
                if (input.seed() % 3 == 0) {
                    stack.prefetch(new int[] {file, file + 1}, new int[] {first, first}, 2);
                }
                stack.touch(file, first, pages);
                for (int i = 0; i < sizes.length; i++) {
                    int hits = caches.get(i).touch(file, first, pages);
                    readHits[i] += operation.kind() == Kind.READ ? hits : 0;
                    check(differences, "misses of one request", sizes[i], pages - hits, misses.count[i]);
                }
            }
        }
        stack.reportResidents();
        for (int i = 0; i < sizes.length; i++) {
            NaiveTieredCache cache = caches.get(i);
            check(differences, "read hits", sizes[i], readHits[i], counts.hits(0, i));
            check(differences, "inserts", sizes[i], cache.inserts, counts.inserts(i));
            check(differences, "deletions", sizes[i], cache.ramDeletions, counts.deleted(i));
            check(differences, "evictions", sizes[i], cache.ramEvictions, counts.evictions(i));
        }
        return differences;
    }

    private static void check(List<String> differences, String name, int size, long expected, long actual) {
        if (expected != actual) {
            differences.add(name + " of size " + size + ": expected " + expected + ", got " + actual);
        }
    }

    /** Misses of one request by cache size, as a user of the annotated stream computes them. */
    private static final class Misses implements StackListener {
        private final StackCounts counts;
        private final int[] sizes;
        private final long[] count;

        Misses(StackCounts counts, int[] sizes) {
            this.counts = counts;
            this.sizes = sizes;
            this.count = new long[sizes.length];
        }

        void reset() {
            Arrays.fill(count, 0);
        }

        @Override
        public void touched(int first, int pages, int distance, int falling) {
            counts.touched(first, pages, distance, falling);
            for (int i = 0; i < sizes.length; i++) {
                count[i] += StackListener.missing(pages, distance, falling, sizes[i]);
            }
        }

        @Override
        public void deleted(int pages, int depth) {
            counts.deleted(pages, depth);
        }

        @Override
        public void resident(int pages, int depth) {
            counts.resident(pages, depth);
        }
    }
}
