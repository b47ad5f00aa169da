package org.underbase.exalt.harness.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.underbase.exalt.harness.cluster.ExaltCluster;
import org.underbase.exalt.harness.load.LoadProgress;
import org.underbase.exalt.harness.load.LoadSpec;
import org.underbase.exalt.harness.load.Tables;
import org.underbase.exalt.harness.measure.Column;
import org.underbase.exalt.harness.measure.Phase;
import org.underbase.exalt.harness.measure.Sample;
import org.underbase.exalt.harness.measure.Sampler;
import org.underbase.exalt.harness.profile.Profiler;

/** Run that starts a cluster, writes, reads, measures, and removes the cluster. */
public final class Run {
    private static final double NANOS = 1e9;
    private static final double GIGA = 1e9;
    private static final int REPORT_EVERY = 5;

    private final RunOptions options;
    private final Consumer<String> progress;
    private int seconds;

    /**
     * Creates a run.
     *
     * @param options description of the run
     * @param progress receiver of progress lines
     */
    public Run(RunOptions options, Consumer<String> progress) {
        this.options = options;
        this.progress = progress;
    }

    /**
     * Runs on a new cluster.
     *
     * @return the result
     * @throws IOException if the cluster does not start, or a process exits
     * @throws InterruptedException if this thread is interrupted; the cluster is removed then, too
     */
    public RunResult run() throws IOException, InterruptedException {
        long begin = System.nanoTime();
        try (ExaltCluster cluster = ExaltCluster.start(options.cluster(), progress)) {
            double start = (System.nanoTime() - begin) / NANOS;
            return on(cluster, start);
        }
    }

    /**
     * Runs on an existing cluster.
     *
     * @param cluster running cluster, which is not closed
     * @param startSeconds duration of its start, in seconds
     * @return the result
     * @throws IOException if a process exits
     * @throws InterruptedException if this thread is interrupted
     */
    public RunResult on(ExaltCluster cluster, double startSeconds) throws IOException, InterruptedException {
        Sampler sampler = new Sampler(cluster);
        List<Phase> phases = new ArrayList<>();
        Optional<Profiler> profiler = options.profile() ? Optional.of(new Profiler(cluster)) : Optional.empty();
        profiler.ifPresent(sampler::watch);
        LoadSpec write = options.write();
        switch (write.kind()) {
            case REPLAY -> phases.add(sampler.run("replay", write, this::report));
            case PUT -> phases.addAll(rows(cluster, sampler));
            default -> {
                phases.add(sampler.run("write", write, this::report));
                if (options.readers() > 0) {
                    phases.add(sampler.run("read", write.read(options.readers()), this::report));
                }
            }
        }
        return new RunResult(
                startSeconds,
                List.copyOf(phases),
                Space.of(cluster),
                sampler.cost(),
                sampler.regionServerCost(),
                Fidelity.of(cluster, options),
                warnings(phases, profiler),
                sampler.samples(),
                profiler.map(Profiler::profiles).orElse(List.of()));
    }

    private static List<String> warnings(List<Phase> phases, Optional<Profiler> profiler) throws IOException {
        List<String> all = new ArrayList<>(Warnings.of(phases));
        profiler.ifPresent(recorded -> all.addAll(recorded.missing()));
        return List.copyOf(all);
    }

    /** Writes, flushes and reads rows; without the flush, reads would find the last rows in memory. */
    private List<Phase> rows(ExaltCluster cluster, Sampler sampler) throws IOException, InterruptedException {
        LoadSpec put = options.write();
        Tables.create(cluster.configuration(), put.rows(), 0, Map.of());
        List<Phase> phases = new ArrayList<>();
        phases.add(sampler.run("write", put, this::report));
        phases.add(sampler.run("flush", put.flushing(), this::report));
        if (options.readers() > 0) {
            long rows = phases.get(0).begun();
            phases.add(sampler.run("read", put.getting(options.readers(), rows), this::report));
        }
        return phases;
    }

    private void report(Sample sample, LoadProgress clients) {
        if (++seconds % REPORT_EVERY == 0) {
            progress.accept(String.format(
                    Locale.ROOT,
                    "%s %.1f s: %,d %s, %.2f GB, NameNode %,.0f calls/s, %,.0f DataNodes live, machine %.0f%% busy%s",
                    sample.phase(),
                    clients.seconds(),
                    clients.files(),
                    options.write().what(),
                    clients.bytes() / GIGA,
                    sample.value(Column.NN_OPS_S),
                    sample.value(Column.LIVE_NODES),
                    sample.value(Column.MACHINE_BUSY),
                    clients.errors() > 0 ? ", " + clients.errors() + " errors" : ""));
        }
    }
}
