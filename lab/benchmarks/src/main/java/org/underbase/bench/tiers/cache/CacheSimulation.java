package org.underbase.bench.tiers.cache;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.underbase.tier.policy.CachePlanner;
import org.underbase.tier.policy.CachePlanner.Candidate;
import org.underbase.tier.policy.DecayedReads;
import org.underbase.tier.policy.DemotionOrder;
import org.underbase.tier.policy.FileHeat;

/**
 * Simulation of a cache for a tenth of all bytes, with the decision code of the NameNode and with a usual LRU cache. The reads
 * are those of a {@link ReadMix}, one per millisecond; the first fifth is not counted. Files have 1 to 16 units.
 */
final class CacheSimulation {
    /** Number of reads between two changes of the cache by the decision code. */
    static final int PERIOD = 25;

    private static final int LARGEST = 16;
    private static final int SHARE = 10;
    private static final int MOVE_READS = 2_000;
    private static final long HALF_LIFE = 5_000;
    private static final int UNCOUNTED = 5;

    private final int reads;
    private final long seed;
    private final long[] sizes;
    private final long capacity;

    /**
     * Bytes relative to those read.
     *
     * @param hits bytes read from the cache
     * @param copied bytes copied into the cache
     */
    record Shares(double hits, double copied) {}

    /** Cache that sees each read. */
    @FunctionalInterface
    private interface Cache {
        /**
         * Reads a file.
         *
         * @param now number of the read, from 1
         * @return bytes that were copied into the cache
         */
        long read(int file, long now);
    }

    CacheSimulation(int files, int reads, long seed) {
        this.reads = reads;
        this.seed = seed;
        this.sizes = new SplittableRandom(seed).longs(files, 1, LARGEST + 1).toArray();
        this.capacity = Arrays.stream(sizes).sum() / SHARE;
    }

    /** Runs a cache; {@code cached} is its content. */
    private Shares run(boolean[] cached, Cache cache) {
        ReadMix mix = new ReadMix(sizes.length, MOVE_READS, seed);
        long all = 0;
        long hits = 0;
        long copied = 0;
        for (int read = 1; read <= reads; read++) {
            int file = mix.next();
            boolean counted = read > reads / UNCOUNTED;
            all += counted ? sizes[file] : 0;
            hits += counted && cached[file] ? sizes[file] : 0;
            long now = cache.read(file, read);
            copied += counted ? now : 0;
        }
        return new Shares((double) hits / all, (double) copied / all);
    }

    /** Returns the shares of a usual LRU cache, into which each read file is copied at once. */
    Shares lru() {
        boolean[] cached = new boolean[sizes.length];
        Map<Integer, Long> eldestFirst = new LinkedHashMap<>(LARGEST, 0.75f, true);
        long[] used = {0};
        return run(cached, (file, now) -> {
            if (eldestFirst.get(file) != null) {
                return 0;
            }
            eldestFirst.put(file, sizes[file]);
            cached[file] = true;
            used[0] += sizes[file];
            Iterator<Map.Entry<Integer, Long>> eldest = eldestFirst.entrySet().iterator();
            while (used[0] > capacity) {
                Map.Entry<Integer, Long> leaving = eldest.next();
                used[0] -= leaving.getValue();
                cached[leaving.getKey()] = false;
                eldest.remove();
            }
            return sizes[file];
        });
    }

    /**
     * Returns the shares of the NameNode's decision code, which changes the cache after each {@link #PERIOD} reads.
     *
     * @param order order in which files leave the cache
     * @param minReads minimum number of weighted reads of a file that enters it
     */
    Shares planned(DemotionOrder order, double minReads) {
        boolean[] cached = new boolean[sizes.length];
        DecayedReads[] heat = new DecayedReads[sizes.length];
        Arrays.fill(heat, DecayedReads.NONE);
        CachePlanner.Limits limits =
                new CachePlanner.Limits(capacity, Long.MAX_VALUE, Integer.MAX_VALUE, minReads, order.margin());
        return run(cached, (file, now) -> {
            heat[file] = heat[file].plusRead(now, HALF_LIFE);
            return now % PERIOD == 0 ? change(order, limits, now, heat, cached) : 0;
        });
    }

    private long change(
            DemotionOrder order, CachePlanner.Limits limits, long now, DecayedReads[] heat, boolean[] cached) {
        List<Candidate> candidates = new ArrayList<>();
        for (int file = 0; file < sizes.length; file++) {
            if (heat[file].at() > 0) {
                FileHeat known = new FileHeat(heat[file].at(), 0, heat[file].at(now, HALF_LIFE), sizes[file]);
                candidates.add(new Candidate(file, sizes[file], order.worth(known, now), known.reads(), cached[file]));
            }
        }
        CachePlanner.Changes changes = CachePlanner.plan(candidates, limits);
        changes.deleted().forEach(file -> cached[(int) file.id()] = false);
        changes.added().forEach(file -> cached[(int) file.id()] = true);
        return changes.added().stream().mapToLong(Candidate::bytes).sum();
    }
}
