package org.underbase.exalt.harness.scenario;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.underbase.exalt.harness.cluster.ExaltCluster;
import org.underbase.exalt.harness.load.LoadSpec;
import org.underbase.exalt.harness.measure.Phase;
import org.underbase.exalt.harness.measure.Sampler;
import org.underbase.exalt.harness.run.Warnings;

/** Scenario that asks whether ten RPC handlers suffice for the NameNode. (NSDI '14, section 6: they did not.) */
final class Handlers implements Scenario {
    private static final int STOCK = 10;
    private static final List<Integer> HANDLERS = List.of(STOCK, 64, 256);
    private static final int WARM_UP = 8;

    @Override
    public String name() {
        return "handlers";
    }

    @Override
    public String question() {
        return "Files created per second with 10, 64 and 256 RPC handlers of the NameNode; --count seconds each";
    }

    @Override
    public long defaultCount() {
        return 20;
    }

    @Override
    public ScenarioResult run(ScenarioOptions options, Consumer<String> progress)
            throws IOException, InterruptedException {
        List<Measured> measured = new ArrayList<>();
        List<Phase> phases = new ArrayList<>();
        for (int handlers : HANDLERS) {
            Map<String, String> setting = Map.of("dfs.namenode.handler.count", Integer.toString(handlers));
            try (ExaltCluster cluster =
                    ExaltCluster.start(options.cluster("handlers-" + handlers, setting), progress)) {
                Sampler sampler = new Sampler(cluster);
                Phases listener = new Phases(progress);
                sampler.run("warm-up", load(options, "/warm-up", WARM_UP), listener);
                Phase phase = sampler.run(handlers + " handlers", load(options, "/files", options.count()), listener);
                phases.add(phase);
                measured.add(Measured.of(handlers + " handlers", phase));
            }
        }
        Measured base = measured.get(0);
        Measured most = measured.get(measured.size() - 1);
        List<String> warnings = Warnings.of(phases);
        return new ScenarioResult(
                name(),
                question(),
                Measured.HEADS,
                Phases.rows(measured),
                Verdict.ofRates(most.what(), most.rate(), base.what(), base.rate(), !warnings.isEmpty()),
                warnings);
    }

    private static LoadSpec load(ScenarioOptions options, String directory, long seconds) {
        return Phases.namespace(LoadSpec.Kind.CREATE, directory, options, 0, seconds, 100, options.seed());
    }
}
