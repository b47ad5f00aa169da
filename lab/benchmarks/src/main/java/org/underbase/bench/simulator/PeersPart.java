package org.underbase.bench.simulator;

import com.github.benmanes.caffeine.cache.simulator.admission.Admission;
import com.github.benmanes.caffeine.cache.simulator.policy.AccessEvent;
import com.github.benmanes.caffeine.cache.simulator.policy.Policy;
import com.github.benmanes.caffeine.cache.simulator.policy.linked.LinkedPolicy;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.Set;
import java.util.function.Function;
import org.underbase.operator.output.ProgressLine;
import org.underbase.sim.cache.FlashPolicy;
import org.underbase.sim.cache.LruStack;
import org.underbase.sim.cache.StackCounts;
import org.underbase.sim.cache.TieredCache;
import org.underbase.sim.policy.Eviction;
import org.underbase.testbed.process.Command;
import org.underbase.testbed.process.CommandResult;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Pair;

/**
 * Parts {@code caffeine} and {@code libcachesim}: the same page requests in Underbase and in another simulator. Hit counts of
 * LRU and FIFO must be equal; those of other policies are printed. Speeds are those of LRU: Underbase counts all sizes in one pass, the other simulator one size.
 */
final class PeersPart {
    private static final int MINUTES = 60;
    private static final int QUICK_MINUTES = 1;
    /** The caches contain one of this many pages of the trace. */
    private static final int[] SHARES = {10, 3};

    private static final Duration LIMIT = Duration.ofMinutes(30);
    private static final String PYTHON_MODULE = "libcachesim==0.3.5";

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;
    private final ReadTrace trace;
    private final PolicyPeers policies;
    private final int[] sizes = new int[SHARES.length];

    PeersPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
        progress.step("generate a trace");
        trace = new ReadTrace(options.seed(), options.quick() ? QUICK_MINUTES : MINUTES);
        policies = new PolicyPeers(trace, measurements);
        int distinct = trace.distinct();
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = distinct / SHARES[i];
        }
        measurements.measured("page requests of the trace", "", (double) trace.requests);
    }

    /** Hits by size, and the processor time. */
    private record Outcome(List<Long> hits, double nanos) {}

    private Outcome lru() {
        StackCounts counts = new StackCounts(sizes, 1);
        LruStack stack = new LruStack(sizes[sizes.length - 1], counts);
        long start = cpu();
        for (int i = 0; i < trace.calls; i++) {
            stack.touch(trace.files[i], trace.firsts[i], trace.pages[i]);
        }
        double nanos = cpu() - start;
        List<Long> hits = new ArrayList<>();
        for (int i = 0; i < sizes.length; i++) {
            hits.add(counts.hits(0, i));
        }
        return new Outcome(hits, nanos);
    }

    private long fifo(int size) {
        TieredCache cache = new TieredCache(0, size, FlashPolicy.FIFO, (first, pages) -> {});
        for (int i = 0; i < trace.calls; i++) {
            cache.touch(trace.files[i], trace.firsts[i], trace.pages[i]);
        }
        return cache.flashHits();
    }

    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    void caffeine() throws IOException {
        String name = "LRU, page requests; stock: Caffeine's simulator";
        measurements.quote("caffeine_ratio", name);
        Outcome lru = lru();
        for (int i = 0; i < sizes.length; i++) {
            check(
                    "Caffeine",
                    "LRU",
                    sizes[i],
                    lru.hits().get(i),
                    caffeine(LinkedPolicy.EvictionPolicy.LRU, sizes[i]).hits().get(0));
            check(
                    "Caffeine",
                    "FIFO",
                    sizes[i],
                    fifo(sizes[i]),
                    caffeine(LinkedPolicy.EvictionPolicy.FIFO, sizes[i]).hits().get(0));
            int size = sizes[i];
            PolicyPeers.CAFFEINE.forEach((eviction, policy) -> policies.compare(
                    "Caffeine", eviction, size, caffeine(policy, size).hits().get(0)));
        }
        for (int run = 0; run < options.runs(); run++) {
            progress.step("Caffeine's simulator: run " + (run + 1) + " of " + options.runs());
            double theirs = caffeine(LinkedPolicy.EvictionPolicy.LRU, sizes[sizes.length - 1])
                    .nanos();
            compare(name, lru().nanos(), theirs);
        }
    }

    private Outcome caffeine(LinkedPolicy.EvictionPolicy policy, int size) {
        return caffeine(config -> new LinkedPolicy(config, Set.of(), Admission.ALWAYS, policy), size);
    }

    private Outcome caffeine(Function<Config, Policy> policy, int size) {
        Config config = ConfigFactory.parseString("maximum-size = " + size)
                .withFallback(ConfigFactory.load().getConfig("caffeine.simulator"));
        Policy cache = policy.apply(config);
        long start = cpu();
        for (int i = 0; i < trace.calls; i++) {
            for (int page = 0; page < trace.pages[i]; page++) {
                cache.record(AccessEvent.forKey(ReadTrace.page(trace.files[i], trace.firsts[i] + page)));
            }
        }
        return new Outcome(List.of(cache.stats().hitCount()), cpu() - start);
    }

    void libCacheSim() throws IOException {
        String name = "LRU, page requests; stock: libCacheSim";
        measurements.quote("libcachesim_ratio", name);
        Path python = options.workDirectory().resolve("python");
        progress.step("install " + PYTHON_MODULE);
        CommandResult installed = Command.of(
                        "sh",
                        "-c",
                        "python3 -m venv \"$1\" && \"$1\"/bin/pip install -q \"$2\"",
                        "sh",
                        python.toString(),
                        PYTHON_MODULE)
                .run();
        if (installed.exitCode() != 0) {
            measurements.note("libCacheSim was not compared: pip could not install " + PYTHON_MODULE + ".");
            return;
        }
        Path file = options.workDirectory().resolve("reads.oracleGeneral");
        trace.export(file);
        Outcome lru = lru();
        for (int i = 0; i < sizes.length; i++) {
            check(
                    "libCacheSim",
                    "LRU",
                    sizes[i],
                    lru.hits().get(i),
                    libCacheSim(python, file, "LRU", sizes[i]).hits().get(0));
            check(
                    "libCacheSim",
                    "FIFO",
                    sizes[i],
                    fifo(sizes[i]),
                    libCacheSim(python, file, "FIFO", sizes[i]).hits().get(0));
            for (Map.Entry<Eviction, String> policy : PolicyPeers.LIB_CACHE_SIM.entrySet()) {
                Outcome outcome = libCacheSim(python, file, policy.getValue(), sizes[i]);
                policies.compare(
                        "libCacheSim", policy.getKey(), sizes[i], outcome.hits().get(0));
            }
        }
        for (int run = 0; run < options.runs(); run++) {
            progress.step("libCacheSim: run " + (run + 1) + " of " + options.runs());
            double theirs =
                    libCacheSim(python, file, "LRU", sizes[sizes.length - 1]).nanos();
            compare(name, lru().nanos(), theirs);
        }
    }

    private Outcome libCacheSim(Path python, Path file, String policy, int size) throws IOException {
        try (InputStream script = PeersPart.class.getResourceAsStream("libcachesim.py")) {
            String out = Command.of(List.of(
                            python.resolve("bin/python").toString(),
                            "-",
                            file.toString(),
                            Long.toString(trace.requests),
                            policy,
                            Integer.toString(size)))
                    .input(script.readAllBytes())
                    .limit(LIMIT)
                    .run()
                    .orThrow()
                    .out();
            try (Scanner words = new Scanner(out)) {
                return new Outcome(List.of(words.nextLong()), words.nextLong());
            }
        }
    }

    private static void check(String other, String policy, int size, long ours, long theirs) throws IOException {
        if (ours != theirs) {
            throw new IOException(String.format(
                    "hits of %s with %d pages differ: Underbase %d, %s %d", policy, size, ours, other, theirs));
        }
    }

    private void compare(String name, double nanos, double theirs) {
        double requests = trace.requests * 1e9;
        measurements.compared(name, "1/s", new Pair(requests / nanos, requests / theirs));
    }
}
