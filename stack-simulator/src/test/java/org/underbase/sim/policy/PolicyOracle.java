package org.underbase.sim.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.underbase.sim.cache.CacheCase;
import org.underbase.sim.cache.CacheCase.Kind;
import org.underbase.sim.cache.CacheCase.Operation;

/** Comparison of the eviction policies with simulations that are as simple as possible, request by request. */
public final class PolicyOracle {
    private PolicyOracle() {}

    static EvictionPolicy naive(Eviction eviction, int size) {
        return switch (eviction) {
            case ARC -> new NaiveArc(size);
            case SIEVE -> new NaiveSieve(size);
            case S3_FIFO -> new NaiveS3Fifo(size);
            case W_TINY_LFU -> new NaiveWindowTinyLfu(size);
            case LIRS -> new NaiveLirs(size);
        };
    }

    /** Returns the differences of one case, for all policies and one size; empty if there are none. */
    public static List<String> differences(CacheCase input) {
        SplittableRandom random = new SplittableRandom(input.seed());
        int size = random.nextInt(3) == 0 ? 1 + random.nextInt(2) : 1 + random.nextInt(input.pages() * input.files());
        List<String> differences = new ArrayList<>();
        for (Eviction eviction : Eviction.values()) {
            EvictionPolicy policy = eviction.create(size);
            EvictionPolicy naive = naive(eviction, size);
            for (int i = 0; i < input.operations().size(); i++) {
                String difference = difference(input.operations().get(i), policy, naive);
                if (!difference.isEmpty()) {
                    differences.add(eviction.label() + " of " + size + " pages: operation " + i + ": " + difference);
                    break;
                }
            }
        }
        return differences;
    }

    private static String difference(Operation operation, EvictionPolicy policy, EvictionPolicy naive) {
        for (int i = operation.first(); i < operation.first() + operation.pages(); i++) {
            long page = ((long) operation.file() << Integer.SIZE) | i;
            if (operation.kind() == Kind.DELETE) {
                policy.delete(page);
                naive.delete(page);
            } else {
                boolean hit = naive.access(page);
                if (policy.access(page) != hit) {
                    return "page " + page + " must be a " + (hit ? "hit" : "miss");
                }
            }
        }
        try {
            policy.check();
            return "";
        } catch (IllegalStateException e) {
            return e.getMessage();
        }
    }
}
