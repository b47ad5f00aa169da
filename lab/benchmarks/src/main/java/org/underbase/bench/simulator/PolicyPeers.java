package org.underbase.bench.simulator;

import com.github.benmanes.caffeine.cache.simulator.policy.Policy;
import com.github.benmanes.caffeine.cache.simulator.policy.adaptive.ArcPolicy;
import com.github.benmanes.caffeine.cache.simulator.policy.irr.LirsPolicy;
import com.github.benmanes.caffeine.cache.simulator.policy.sketch.WindowTinyLfuPolicy;
import com.typesafe.config.Config;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;
import org.underbase.sim.policy.Eviction;
import org.underbase.sim.policy.EvictionPolicy;
import org.underbase.testbed.report.Measurements;

/** Comparison of the hit rates of eviction policies with those of other simulators, which implement variants of the same papers. */
final class PolicyPeers {
    /** Policies of Caffeine's simulator. */
    static final Map<Eviction, Function<Config, Policy>> CAFFEINE = new EnumMap<>(Map.of(
            Eviction.ARC, ArcPolicy::new,
            Eviction.W_TINY_LFU,
                    config -> WindowTinyLfuPolicy.policies(config).iterator().next(),
            Eviction.LIRS, LirsPolicy::new));
    /** Classes of libCacheSim. */
    static final Map<Eviction, String> LIB_CACHE_SIM =
            new EnumMap<>(Map.of(Eviction.ARC, "ARC", Eviction.SIEVE, "Sieve", Eviction.S3_FIFO, "S3FIFO"));

    private static final double PERCENT = 100;

    private final ReadTrace trace;
    private final Measurements measurements;

    PolicyPeers(ReadTrace trace, Measurements measurements) {
        this.trace = trace;
        this.measurements = measurements;
    }

    /** Adds a row with the hit rate of a policy, and the difference from the hits of another simulator. */
    void compare(String other, Eviction eviction, int size, long theirs) {
        long ours = hits(eviction, size);
        String cache = eviction.label() + ", " + size + " pages: ";
        measurements.measured(cache + "hit rate - that of " + other, "pp", PERCENT * (ours - theirs) / trace.requests);
        measurements.measured(cache + "hit rate, compared with " + other, "%", PERCENT * ours / trace.requests);
    }

    private long hits(Eviction eviction, int size) {
        EvictionPolicy policy = eviction.create(size);
        long hits = 0;
        for (int i = 0; i < trace.calls; i++) {
            for (int page = 0; page < trace.pages[i]; page++) {
                hits += policy.access(ReadTrace.page(trace.files[i], trace.firsts[i] + page)) ? 1 : 0;
            }
        }
        policy.check();
        return hits;
    }
}
