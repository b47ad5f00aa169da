package org.underbase.sim.cache;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.underbase.sim.cache.CacheCase.Kind;
import org.underbase.sim.cache.CacheCase.Operation;

/** Comparison of {@link TieredCache} with a page-level simulation, with crashes and changes of the flash size. */
final class TieredOracle {
    private TieredOracle() {}

    /** Returns the differences of one case; empty if there are none. */
    static List<String> differences(CacheCase input) {
        SplittableRandom random = new SplittableRandom(input.seed());
        int bound = input.pages() + 2;
        int ram = random.nextInt(bound);
        int flash = random.nextInt(3) == 0 ? 0 : random.nextInt(2 * bound);
        FlashPolicy[] policies = FlashPolicy.values();
        FlashPolicy policy = policies[random.nextInt(policies.length)];
        long[] missed = new long[1];
        TieredCache cache = new TieredCache(ram, flash, policy, (first, pages) -> missed[0] += pages);
        NaiveTieredCache naive = new NaiveTieredCache(ram, flash, policy);
        List<String> differences = new ArrayList<>();
        for (Operation operation : input.operations()) {
            if (operation.kind() == Kind.DELETE) {
                cache.delete(operation.file(), operation.first(), operation.pages());
                naive.delete(operation.file(), operation.first(), operation.pages());
            } else {
                missed[0] = 0;
                cache.touch(operation.file(), operation.first(), operation.pages());
                int hits = naive.touch(operation.file(), operation.first(), operation.pages());
                check(differences, "misses of one request", operation.pages() - hits, missed[0]);
            }
            if (random.nextInt(50) == 0) {
                cache.crash();
                naive.crash();
            }
            if (flash > 0 && random.nextInt(50) == 0) {
                int size = 1 + random.nextInt(flash);
                cache.resizeFlash(size);
                naive.resizeFlash(size);
            }
        }
        check(differences, "RAM hits", naive.ramHits, cache.ramHits());
        check(differences, "flash hits", naive.flashHits, cache.flashHits());
        check(differences, "misses", naive.inserts, cache.misses());
        check(differences, "flash writes", flash == 0 ? 0 : naive.ramEvictions, cache.flashWrites());
        return differences;
    }

    private static void check(List<String> differences, String name, long expected, long actual) {
        if (expected != actual) {
            differences.add(name + ": expected " + expected + ", got " + actual);
        }
    }
}
