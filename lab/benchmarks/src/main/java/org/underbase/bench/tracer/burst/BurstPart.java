package org.underbase.bench.tracer.burst;

import java.io.IOException;
import java.nio.file.Path;
import org.underbase.bench.tracer.trace.TraceSize;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.client.ChildJvm;
import org.underbase.testbed.process.Command;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;

/** Part {@code burst}: a million events of four threads in a new JVM per run, with the tracer's defaults. */
public final class BurstPart {
    private static final String LOST = "burst of 1,000,000 events, events lost";
    private static final int THREADS = 4;
    private static final int EVENTS_PER_THREAD = 250_000;

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;

    /**
     * Creates the part.
     *
     * @param options options of the run
     * @param progress receiver of one line per step
     * @param measurements receiver of the measurements
     */
    public BurstPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
    }

    /**
     * Runs the part.
     *
     * @throws IOException if a JVM fails, or events are neither recorded nor counted as lost
     */
    public void run() throws IOException {
        for (int run = 0; run < options.runs(); run++) {
            progress.step("burst: run " + (run + 1) + " of " + options.runs());
            Path traces = options.workDirectory().resolve("burst-" + run);
            String nanos = Command.of(
                            ChildJvm.java(),
                            "-Xmx2g",
                            "-cp",
                            System.getProperty("java.class.path"),
                            BurstMain.class.getName(),
                            traces.toString(),
                            Integer.toString(THREADS),
                            Integer.toString(EVENTS_PER_THREAD))
                    .run()
                    .orThrow()
                    .out()
                    .strip();
            TraceSize size = TraceSize.of(traces);
            long all = (long) THREADS * EVENTS_PER_THREAD;
            if (size.events() + size.dropped() != all) {
                throw new IOException("of " + all + " events, " + size.events() + " are in the trace and "
                        + size.dropped() + " are counted as lost");
            }
            measurements.measured(LOST, "", (double) size.dropped());
            measurements.measured("burst of 1,000,000 events, length", "ms", Long.parseLong(nanos) / 1e6);
        }
        measurements.quote("lost_burst", LOST);
    }
}
