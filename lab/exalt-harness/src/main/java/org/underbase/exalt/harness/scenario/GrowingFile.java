package org.underbase.exalt.harness.scenario;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.underbase.exalt.harness.cluster.ExaltCluster;
import org.underbase.exalt.harness.load.LoadSpec;
import org.underbase.exalt.harness.measure.Column;
import org.underbase.exalt.harness.measure.Phase;
import org.underbase.exalt.harness.measure.Sample;
import org.underbase.exalt.harness.measure.Sampler;
import org.underbase.exalt.harness.run.Warnings;

/** Scenario that measures the cost of computing a file's length from its blocks for each new block. (NSDI '14, section 6.) */
final class GrowingFile implements Scenario {
    private static final long BLOCK = 1024;
    private static final long BLOCKS_OF_SMALL = 100;
    private static final int PARTS = 4;

    @Override
    public String name() {
        return "growing-file";
    }

    @Override
    public String question() {
        return "Hold time of the write lock while one file grows, and while files of 100 blocks are written; --count blocks each";
    }

    @Override
    public long defaultCount() {
        return 10_000;
    }

    @Override
    public ScenarioResult run(ScenarioOptions options, Consumer<String> progress)
            throws IOException, InterruptedException {
        Map<String, String> caps = Map.of(
                "dfs.namenode.fs-limits.max-blocks-per-file",
                "10000000",
                "dfs.namenode.fs-limits.min-block-size",
                Long.toString(BLOCK));
        long files = Math.max(1, options.count() / BLOCKS_OF_SMALL);
        try (ExaltCluster cluster = ExaltCluster.start(options.cluster("growing-file", caps), progress)) {
            Sampler sampler = new Sampler(cluster);
            Phases listener = new Phases(progress);
            sampler.run("warm-up", load("/warm-up", BLOCKS_OF_SMALL, files / 2 + 1, options), listener);
            Phase small = sampler.run("files of 100 blocks", load("/small", BLOCKS_OF_SMALL, files, options), listener);
            Phase large = sampler.run("1 file", load("/large", options.count(), 1, options), listener);
            List<String> warnings = Warnings.of(List.of(small, large));
            List<List<String>> rows = new ArrayList<>();
            rows.addAll(quarters(small));
            rows.addAll(quarters(large));
            return new ScenarioResult(
                    name(),
                    question(),
                    List.of("load", "write lock ms", "work ms", "calls/s"),
                    rows,
                    Verdict.ofLocks(
                            "One file, in the last quarter,",
                            mean(quarter(large, PARTS - 1), Column.NN_WRITE_LOCK_MS),
                            "files of 100 blocks",
                            mean(quarter(small, PARTS - 1), Column.NN_WRITE_LOCK_MS),
                            !warnings.isEmpty()),
                    warnings);
        }
    }

    private static LoadSpec load(String directory, long blocks, long files, ScenarioOptions options) {
        return new LoadSpec(
                LoadSpec.Kind.WRITE, directory, 1, blocks * BLOCK, files, 0, (short) 1, BLOCK, 1, options.seed());
    }

    private static List<List<String>> quarters(Phase phase) {
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < PARTS; i++) {
            List<Sample> samples = quarter(phase, i);
            rows.add(List.of(
                    phase.name() + ", quarter " + (i + 1) + " of the time",
                    Measured.number(mean(samples, Column.NN_WRITE_LOCK_MS), 4),
                    Measured.number(mean(samples, Column.NN_PROCESSING_MS), 3),
                    Measured.number(mean(samples, Column.NN_OPS_S), 0)));
        }
        return rows;
    }

    private static List<Sample> quarter(Phase phase, int part) {
        int size = phase.samples().size();
        return phase.samples().subList(size * part / PARTS, size * (part + 1) / PARTS);
    }

    private static double mean(List<Sample> samples, Column column) {
        return samples.stream()
                .mapToDouble(sample -> sample.value(column))
                .average()
                .orElse(Double.NaN);
    }
}
