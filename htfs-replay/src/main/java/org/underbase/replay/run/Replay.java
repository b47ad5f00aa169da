package org.underbase.replay.run;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Locale;
import org.apache.hadoop.fs.FileSystem;
import org.underbase.operator.output.PrintableText;
import org.underbase.operator.output.ProgressLine;
import org.underbase.operator.output.SizeText;
import org.underbase.replay.destination.Policies;
import org.underbase.replay.execute.FileSystemExecutor;
import org.underbase.replay.order.Pace;
import org.underbase.replay.prepare.EarlierState;
import org.underbase.replay.prepare.Preparation;
import org.underbase.replay.prepare.ReplayDirectory;
import org.underbase.replay.trace.TraceInput;

/** Replay of a trace on a file system, in this JVM. */
public final class Replay {
    private static final int PREPARING = 8;

    private final FileSystem fs;
    private final FileSystem callsOn;
    private final TraceInput trace;
    private final ReplayOptions options;
    private final String root;
    private final ProgressLine progress;

    /**
     * @param fs target
     * @param callsOn the same target for the recorded calls, which may be traced
     * @param trace the trace, opened for the directory of the replay
     */
    public Replay(FileSystem fs, FileSystem callsOn, TraceInput trace, ReplayOptions options, ProgressLine progress) {
        this.fs = fs;
        this.callsOn = callsOn;
        this.trace = trace;
        this.options = options;
        this.root = ReplayDirectory.root(options.under());
        this.progress = progress;
    }

    /** Finds what existed before the trace. */
    public EarlierState earlier() throws IOException, InterruptedException {
        EarlierState state = new EarlierState(trace.catalog(), root, options.trim());
        trace.forEach(operation -> {
            state.add(operation);
            return true;
        });
        return state;
    }

    /** Returns a text that differs if the trace or the prepared files do. */
    private String fingerprint() {
        return trace.fingerprint() + "-" + options.content().name().toLowerCase(Locale.ROOT)
                + (options.trim() ? "-trimmed" : "");
    }

    /** Queries the policies of the target. */
    public Policies policies(EarlierState state) throws IOException {
        return Policies.of(fs, state.ecPolicies());
    }

    /** Checks that the directory can be used, without changes. */
    public void check() throws IOException {
        if (!trace.inside().isEmpty()) {
            throw new IOException("the trace contains " + trace.inside() + ", which is in " + options.under()
                    + ": choose another --under");
        }
        ReplayDirectory.check(fs, options.under(), fingerprint(), options.clean());
    }

    /** Creates what existed before the trace, unless that was done before. */
    public ReplayDirectory prepare(EarlierState state, Policies policies) throws IOException, InterruptedException {
        check();
        ReplayDirectory directory = ReplayDirectory.open(fs, options.under(), fingerprint(), options.clean());
        if (directory.isPrepared()) {
            progress.step("the directory is prepared");
            return directory;
        }
        progress.step("prepare " + PrintableText.count(state.fileCount(), "file") + ", " + SizeText.of(state.bytes()));
        new Preparation(fs, directory, options.content(), policies, PREPARING)
                .run(
                        state,
                        root,
                        (files, bytes) -> progress.update(
                                () -> PrintableText.count(files, "file") + ", " + SizeText.of(bytes) + " prepared"));
        return directory;
    }

    /** Replays the calls in a prepared directory. */
    public ReplayReport run(ReplayDirectory directory, Policies policies) throws IOException, InterruptedException {
        progress.step("replay " + PrintableText.count(trace.events(), "event") + " of "
                + Duration.ofNanos(trace.catalog().lastNanos() - trace.catalog().firstNanos())
                        .toSeconds()
                + " s");
        directory.start();
        boolean open = options.loop() == ReplayOptions.Loop.OPEN;
        Tally tally = new Tally(options.maxDivergence(), open);
        FileSystemExecutor executor =
                new FileSystemExecutor(callsOn, root, options.content(), policies, options.verify());
        int leftOpen;
        long processor = processorNanos();
        try (Workers workers = new Workers(pace(), options.inFlight(), executor, tally)) {
            trace.forEach(operation -> {
                progress.update((double) tally.finished() / trace.events(), () -> state(tally));
                return workers.add(operation);
            });
            workers.end(() -> progress.update((double) tally.finished() / trace.events(), () -> state(tally)));
        } finally {
            leftOpen = executor.closeStreams();
        }
        return ReplayReport.of(
                trace,
                open,
                Duration.ofNanos(processorNanos() - processor),
                tally,
                policies.missing(),
                tally.diverged() > options.maxDivergence(),
                leftOpen);
    }

    private static long processorNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    private String state(Tally tally) {
        return tally.finished() + " of " + trace.events() + " events, "
                + PrintableText.count(tally.diverged(), "divergence") + ", p99 lateness "
                + tally.lateness(99) / 1_000_000 + " ms";
    }

    private Pace pace() {
        long first = trace.catalog().firstNanos();
        if (Double.isInfinite(options.speed())) {
            return Pace.max();
        }
        return options.loop() == ReplayOptions.Loop.OPEN
                ? Pace.open(first, options.speed())
                : Pace.closed(first, options.speed());
    }
}
