package org.underbase.bench.simulator;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.client.ChildJvm;
import org.underbase.testbed.process.Command;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;

/**
 * Part {@code study}: processor time of the study of 199 hours with disks in all of them, extrapolated from 25 hours with disks
 * in three. The caches of the study are full after 24 hours, so that the last hours are as expensive as all later ones.
 */
final class StudyPart {
    private static final int PAPER_HOURS = 199;
    private static final int HOURS = 25;
    private static final int EVERY = 8;
    private static final int QUICK = 2;
    private static final double NANOS_PER_HOUR = 3.6e12;
    private static final Duration LIMIT = Duration.ofHours(1);
    private static final String TOTAL = "study of 199 hours, processor time";

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;

    StudyPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
    }

    void run() throws IOException {
        measurements.quote("study_core_hours", TOTAL);
        int hours = options.quick() ? QUICK : HOURS;
        int every = options.quick() ? QUICK : EVERY;
        for (int run = 0; run < options.runs(); run++) {
            progress.step("study of " + hours + " hours: run " + (run + 1) + " of " + options.runs());
            double[] nanos = study(hours, every);
            int last = hours - every;
            double caches = mean(nanos, hour -> hour >= last && !isSlice(hour, every));
            double disks = mean(nanos, hour -> isSlice(hour, every)) - caches;
            measurements.measured("an hour, caches and generator", "s", caches / 1e9);
            measurements.measured("an hour, disks of all systems", "s", disks / 1e9);
            measurements.measured(TOTAL, "h", PAPER_HOURS * (caches + disks) / NANOS_PER_HOUR);
        }
    }

    private static boolean isSlice(int hour, int every) {
        return (hour + 1) % every == 0;
    }

    private static double mean(double[] nanos, IntPredicate selected) {
        return IntStream.range(0, nanos.length)
                .filter(selected)
                .mapToDouble(hour -> nanos[hour])
                .average()
                .orElseThrow();
    }

    private double[] study(int hours, int every) throws IOException {
        List<String> words = List.of(
                ChildJvm.java(),
                "-Xmx2g",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                StudyMain.class.getName(),
                Integer.toString(hours),
                Integer.toString(every),
                Long.toString(options.seed()));
        return Command.of(words)
                .limit(LIMIT)
                .run()
                .orThrow()
                .out()
                .lines()
                .mapToDouble(Double::parseDouble)
                .toArray();
    }
}
