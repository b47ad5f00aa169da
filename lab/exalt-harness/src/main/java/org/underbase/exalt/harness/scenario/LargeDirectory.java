package org.underbase.exalt.harness.scenario;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.underbase.exalt.harness.cluster.ExaltCluster;
import org.underbase.exalt.harness.load.LoadSpec;
import org.underbase.exalt.harness.measure.Phase;
import org.underbase.exalt.harness.measure.Sampler;
import org.underbase.exalt.harness.run.Warnings;

/** Scenario that measures the cost of the sorted array of a directory's entries. (NSDI '14, section 6.) */
final class LargeDirectory implements Scenario {
    private static final int STEPS = 4;
    private static final int MANY = 1000;
    private static final String CAP = "6400000";

    @Override
    public String name() {
        return "large-directory";
    }

    @Override
    public String question() {
        return "Entries with random names created per second, in one directory and in 1,000 directories; --count entries each";
    }

    @Override
    public long defaultCount() {
        return 400_000;
    }

    @Override
    public ScenarioResult run(ScenarioOptions options, Consumer<String> progress)
            throws IOException, InterruptedException {
        List<Measured> measured = new ArrayList<>();
        List<Phase> phases = new ArrayList<>();
        Map<String, String> cap = Map.of("dfs.namenode.fs-limits.max-directory-items", CAP);
        try (ExaltCluster cluster = ExaltCluster.start(options.cluster("large-directory", cap), progress)) {
            Sampler sampler = new Sampler(cluster);
            Phases listener = new Phases(progress);
            sampler.run("warm-up", load(options, "/warm-up", options.count() / STEPS / 2, MANY, STEPS), listener);
            for (int directories : new int[] {MANY, 1}) {
                String where = directories == 1 ? "1 directory" : MANY + " directories";
                for (int step = 0; step < STEPS; step++) {
                    long before = step * options.count() / STEPS;
                    Phase phase = sampler.run(
                            where,
                            load(options, "/in-" + directories, options.count() / STEPS, directories, step),
                            listener);
                    phases.add(phase);
                    measured.add(Measured.of(
                            where + ", after " + String.format(Locale.ROOT, "%,d", before) + " entries", phase));
                }
            }
        }
        Measured many = measured.get(STEPS - 1);
        Measured one = measured.get(measured.size() - 1);
        List<String> warnings = Warnings.of(phases);
        return new ScenarioResult(
                name(),
                question(),
                Measured.HEADS,
                Phases.rows(measured),
                Verdict.ofLocks(
                        "One directory, in the last quarter,",
                        one.writeLock(),
                        MANY + " directories",
                        many.writeLock(),
                        !warnings.isEmpty()),
                warnings);
    }

    private static LoadSpec load(ScenarioOptions options, String directory, long entries, int directories, int step) {
        return Phases.namespace(
                LoadSpec.Kind.MKDIR, directory, options, entries, 0, directories, options.seed() * STEPS + step);
    }
}
