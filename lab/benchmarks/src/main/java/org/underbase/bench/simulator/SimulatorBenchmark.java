package org.underbase.bench.simulator;

import java.io.IOException;
import java.util.List;
import org.underbase.bench.simulator.pagecache.PageCachePart;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Benchmark;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Metric;
import org.underbase.testbed.report.Target;

/** Benchmark {@code simulator}. */
public final class SimulatorBenchmark implements Benchmark {
    @Override
    public String name() {
        return "simulator";
    }

    @Override
    public String description() {
        return "speed of the simulated caches and disks, also of Caffeine's simulator and of libCacheSim; errors of the page cache";
    }

    @Override
    public List<String> parts() {
        return List.of("pages", "disks", "study", "caffeine", "libcachesim", "pagecache");
    }

    @Override
    public void run(BenchOptions options, ProgressLine progress, Measurements measurements) throws IOException {
        MicroPart micro = new MicroPart(options, progress, measurements);
        if (options.includes("pages")) {
            micro.pages();
        }
        if (options.includes("disks")) {
            micro.disks();
        }
        if (options.includes("study")) {
            new StudyPart(options, progress, measurements).run();
        }
        if (options.includes("caffeine") || options.includes("libcachesim")) {
            PeersPart peers = new PeersPart(options, progress, measurements);
            if (options.includes("caffeine")) {
                peers.caffeine();
            }
            if (options.includes("libcachesim")) {
                peers.libCacheSim();
            }
        }
        if (options.includes("pagecache")) {
            new PageCachePart(options, progress, measurements).run();
        }
    }

    @Override
    public List<Metric> metrics(Measurements measurements) {
        return List.of(
                measurements.metric("pages_per_s_core", 0, new Target.AtLeast(10_000_000)),
                measurements.metric("disk_extents_per_s_core", 0, new Target.AtLeast(4_000_000)),
                measurements.metric("study_core_hours", 2, new Target.AtMost(8)),
                measurements.metric("caffeine_ratio", 2, new Target.AtLeast(1)),
                measurements.metric("libcachesim_ratio", 2, new Target.AtLeast(1)));
    }
}
