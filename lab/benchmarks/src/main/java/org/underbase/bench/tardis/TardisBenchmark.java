package org.underbase.bench.tardis;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.underbase.bench.jmh.Jmh;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Benchmark;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Metric;
import org.underbase.testbed.report.Pair;
import org.underbase.testbed.report.Target;

/** Benchmark {@code tardis}. */
public final class TardisBenchmark implements Benchmark {
    private static final double PAPERS_GZIP = 33_000;
    private static final double PAPERS_ZEROS = 2_300;
    private static final double NANOS_PER_MICRO = 1000;
    private static final String HOT = "hot";
    private static final String MEMORY = "memory";
    private static final int MANY = 384;

    @Override
    public String name() {
        return "tardis";
    }

    @Override
    public String description() {
        return "compression of sequences in chunks of 1 MiB, gzip and scans for zeros";
    }

    @Override
    public List<String> parts() {
        return List.of(HOT, MEMORY);
    }

    @Override
    public void run(BenchOptions options, ProgressLine progress, Measurements measurements) throws IOException {
        String quoted = options.includes(HOT) ? HOT : MEMORY;
        measurements.quoteGain("gzip_ratio", quoted + ": compress; stock: gzip, level 6");
        measurements.quoteGain("zeros_ratio", quoted + ": compress; stock: a scan for zeros");
        measurements.quoteGain("zeros_simd_ratio", quoted + ": compress; stock: a scan for zeros by wide instructions");
        measurements.quote("verify_us_per_mb", quoted + ": compress, every byte verified");
        measurements.quote("expand_us_per_mb", quoted + ": expand");
        measurements.note(
                "Underbase is the paper's method, which verifies the first and the last unit of a chunk; separate rows have the cost"
                        + " of verifying every byte, the default. The part memory uses "
                        + MANY
                        + " chunks, more than fit in a cache.");
        for (String part : parts()) {
            for (int run = 0; options.includes(part) && run < options.runs(); run++) {
                progress.step(part + ": run " + (run + 1) + " of " + options.runs());
                measure(options, part, measurements);
            }
        }
    }

    @Override
    public List<Metric> metrics(Measurements measurements) {
        return List.of(
                measurements.metric("gzip_ratio", 0, new Target.AtLeast(PAPERS_GZIP)),
                measurements.metric("zeros_ratio", 0, new Target.AtLeast(PAPERS_ZEROS)),
                measurements.metric("zeros_simd_ratio", 0, new Target.None()),
                measurements.metric("verify_us_per_mb", 1, new Target.None()),
                measurements.metric("expand_us_per_mb", 1, new Target.None()));
    }

    private static void measure(BenchOptions options, String part, Measurements measurements) throws IOException {
        double paper = nanos(options, part, "paper", false);
        measurements.compared(
                part + ": compress; stock: gzip, level 6", "ns", new Pair(paper, nanos(options, part, "gzip", false)));
        measurements.compared(
                part + ": compress; stock: a scan for zeros",
                "ns",
                new Pair(paper, nanos(options, part, "zeros", true)));
        measurements.compared(
                part + ": compress; stock: a scan for zeros by wide instructions",
                "ns",
                new Pair(paper, nanos(options, part, "zerosSimd", true)));
        measurements.measured(
                part + ": compress, one unit in 61 verified",
                "us",
                nanos(options, part, "sampled", false) / NANOS_PER_MICRO);
        measurements.measured(
                part + ": compress, every byte verified", "us", nanos(options, part, "full", false) / NANOS_PER_MICRO);
        measurements.measured(part + ": expand", "us", nanos(options, part, "expand", false) / NANOS_PER_MICRO);
    }

    private static double nanos(BenchOptions options, String part, String method, boolean zeros) throws IOException {
        boolean quick = options.quick();
        ChainedOptionsBuilder jmh = new OptionsBuilder()
                .include("\\.TardisMicro\\." + method + "$")
                .forks(1)
                .warmupIterations(quick ? 1 : 3)
                .warmupTime(TimeValue.milliseconds(quick ? 100 : 500))
                .measurementIterations(quick ? 1 : 5)
                .measurementTime(TimeValue.milliseconds(quick ? 100 : 500))
                .jvmArgs("-Xms1g", "-Xmx1g", "-XX:+UseParallelGC")
                .output(options.workDirectory().resolve("jmh.log").toString());
        Map.of("count", Integer.toString(part.equals(HOT) ? 1 : MANY), "zeros", Boolean.toString(zeros))
                .forEach(jmh::param);
        return Jmh.run(jmh, method).getPrimaryResult().getScore();
    }
}
