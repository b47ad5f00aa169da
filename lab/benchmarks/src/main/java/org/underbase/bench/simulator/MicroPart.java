package org.underbase.bench.simulator;

import java.io.IOException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.underbase.bench.jmh.Jmh;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;

/** Parts {@code pages} and {@code disks}: JMH benchmarks of the hot paths; each run is a new JVM. */
final class MicroPart {
    private static final double NANOS = 1e9;
    private static final String TOUCH = "touch";

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;

    MicroPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
    }

    void pages() throws IOException {
        measurements.quote("pages_per_s_core", "page requests to caches of all sizes");
        repeat("page requests to caches of all sizes", TOUCH, SimulatorMicro.PAGES);
    }

    void disks() throws IOException {
        measurements.quote("disk_extents_per_s_core", "extents to a disk");
        repeat("extents to a disk", "submit", 1);
    }

    private void repeat(String name, String method, double perCall) throws IOException {
        for (int run = 0; run < options.runs(); run++) {
            progress.step(name + ": run " + (run + 1) + " of " + options.runs());
            measurements.measured(name, "1/s", perCall * NANOS / nanos(method));
        }
    }

    private double nanos(String method) throws IOException {
        boolean quick = options.quick();
        ChainedOptionsBuilder jmh = new OptionsBuilder()
                .include("\\.SimulatorMicro\\." + method + "$")
                .forks(1)
                .warmupIterations(quick ? 1 : 5)
                .warmupTime(TimeValue.milliseconds(quick ? 100 : 1000))
                .measurementIterations(quick ? 1 : 5)
                .measurementTime(TimeValue.milliseconds(quick ? 100 : 1000))
                .jvmArgs("-Xmx2g", "-XX:+UseSerialGC", "-XX:+UseTransparentHugePages")
                .output(options.workDirectory().resolve("jmh.log").toString());
        if (method.equals(TOUCH) && quick) {
            jmh.param("gigabytes", "10");
        }
        return Jmh.run(jmh, method).getPrimaryResult().getScore();
    }
}
