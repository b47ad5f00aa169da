package org.underbase.sim.policy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.underbase.sim.cache.CacheCase;
import org.underbase.sim.cache.CacheCase.Kind;
import org.underbase.sim.cache.CacheCase.Operation;

/** Comparison of the eviction policies with simulations that are as simple as possible, request by request. */
public final class PolicyOracle {
    /** Policies without knowledge of the future. */
    private static final Set<Eviction> ONLINE = EnumSet.complementOf(EnumSet.of(Eviction.OPT));

    private PolicyOracle() {}

    static EvictionPolicy naive(Eviction eviction, int size) {
        return switch (eviction) {
            case ARC -> new NaiveArc(size);
            case SIEVE -> new NaiveSieve(size);
            case S3_FIFO -> new NaiveS3Fifo(size);
            case W_TINY_LFU -> new NaiveWindowTinyLfu(size);
            case LIRS -> new NaiveLirs(size);
            case OPT -> throw new IllegalArgumentException("the naive OPT needs all accesses at once");
        };
    }

    /** Returns the differences of one case, for all policies and one size; empty if there are none. */
    public static List<String> differences(CacheCase input) {
        SplittableRandom random = new SplittableRandom(input.seed());
        int size = random.nextInt(3) == 0 ? 1 + random.nextInt(2) : 1 + random.nextInt(input.pages() * input.files());
        List<String> differences = new ArrayList<>();
        for (Eviction eviction : ONLINE) {
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
        List<NaiveOpt.Access> accesses = accesses(input);
        differences.addAll(optDifferences(accesses, size));
        return differences;
    }

    private static List<NaiveOpt.Access> accesses(CacheCase input) {
        List<NaiveOpt.Access> accesses = new ArrayList<>();
        for (Operation operation : input.operations()) {
            for (int i = operation.first(); i < operation.first() + operation.pages(); i++) {
                accesses.add(new NaiveOpt.Access(page(operation, i), operation.kind() == Kind.DELETE));
            }
        }
        return accesses;
    }

    private static long page(Operation operation, int number) {
        return ((long) operation.file() << Integer.SIZE) | number;
    }

    /** Returns the differences of the optimal policy from Belady's algorithm, and of its hits from those of other policies. */
    static List<String> optDifferences(List<NaiveOpt.Access> accesses, int size) {
        List<String> differences = new ArrayList<>();
        boolean[] wanted = NaiveOpt.hits(accesses, size);
        boolean[] hits = hits(Eviction.OPT.create(size), accesses);
        if (!Arrays.equals(hits, wanted)) {
            differences.add("OPT of " + size + " pages: access " + Arrays.mismatch(hits, wanted));
        }
        int most = count(wanted);
        for (Eviction eviction : ONLINE) {
            if (count(hits(eviction.create(size), accesses)) > most) {
                differences.add(eviction.label() + " of " + size + " pages: more hits than OPT");
            }
        }
        return differences;
    }

    /** Returns for each access whether it is a hit. */
    private static boolean[] hits(EvictionPolicy policy, List<NaiveOpt.Access> accesses) {
        boolean[] hits = new boolean[accesses.size()];
        for (int i = 0; i < hits.length; i++) {
            NaiveOpt.Access access = accesses.get(i);
            if (access.deletion()) {
                policy.delete(access.page());
            } else {
                hits[i] = policy.access(access.page());
            }
        }
        policy.check();
        return hits;
    }

    private static int count(boolean[] hits) {
        int count = 0;
        for (boolean hit : hits) {
            count += hit ? 1 : 0;
        }
        return count;
    }

    private static String difference(Operation operation, EvictionPolicy policy, EvictionPolicy naive) {
        for (int i = operation.first(); i < operation.first() + operation.pages(); i++) {
            long page = page(operation, i);
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
