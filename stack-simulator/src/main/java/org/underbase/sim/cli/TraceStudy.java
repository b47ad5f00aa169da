package org.underbase.sim.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.underbase.htfs.format.StockClients;
import org.underbase.operator.output.ProgressLine;
import org.underbase.operator.output.SizeText;
import org.underbase.sim.study.Alternative;
import org.underbase.sim.study.StudySetup;
import org.underbase.sim.sync.SyncSettings;
import org.underbase.sim.trace.TraceInput;
import org.underbase.sim.trace.View;
import org.underbase.sim.whatif.ClusterSettings;
import org.underbase.sim.whatif.Goal;
import org.underbase.sim.whatif.HardwareFile;
import picocli.CommandLine;

/** Study of some machines of a trace. */
final class TraceStudy {
    private final TraceOptions options;
    private final int sliceEvery;
    private final int threads;
    private final List<String> notes = new ArrayList<>();
    private Alternative baseline;
    private List<Alternative> alternatives;
    private Goal goal;
    private TraceInput input;
    private List<Integer> machines;

    TraceStudy(TraceOptions options, int sliceEvery, int threads) {
        this.options = options;
        this.sliceEvery = sliceEvery;
        this.threads = threads;
    }

    /** Reads the hardware, and the files and processes of the trace. */
    void open(CommandLine line) throws IOException, InterruptedException {
        options.check(line);
        Configuration conf = new Configuration();
        Optional<ClusterSettings> cluster = options.cluster(conf);
        StockClients.use(conf);
        Alternative described = HardwareFile.read(options.hardware());
        Alternative machine =
                options.view() == View.DATANODE ? described.with(Alternative.Switch.LINUX_CACHE) : described;
        alternatives = options.alternatives(line, machine, cluster);
        if (alternatives.stream().anyMatch(one -> one.layout().isTiered())) {
            // The time of a flush of their disks is unknown, and alternatives need the same model to be comparable.
            alternatives = alternatives.stream()
                    .map(one -> one.with(SyncSettings.UNKNOWN))
                    .toList();
        }
        baseline = alternatives.get(0);
        goal = options.goal(line);
        cluster.flatMap(ClusterSettings::note).ifPresent(notes::add);
        if (described.syncs().isKnown() && (options.comparisons() == 0 || !baseline.hasExt4())) {
            notes.add(
                    "disk.flush.millis has no effect: it applies to --what-if with --view datanode and without tiers");
        }
        options.settings().forEach(conf::set);
        try (ProgressLine progress = new ProgressLine(line.getErr(), "simulate")) {
            input = TraceInput.open(
                    conf,
                    options.paths(),
                    options.unit(),
                    options.isIncompleteAllowed(),
                    (done, total) -> progress.update(
                            (double) done / total,
                            () -> "files: read " + SizeText.of(done) + " of " + SizeText.of(total)));
        }
        if (options.placement().isPresent()) {
            input.place(options.placement().get());
        }
        for (Alternative alternative : alternatives) {
            input.check(alternative.layout());
        }
        machines = options.machines(line, input.machines(), input.median());
    }

    /** Adds everything on which the results depend, besides the options. */
    void addInputs(Map<String, String> inputs) throws IOException {
        inputs.put("hardware", baseline.toString());
        inputs.put("trace digest", input.identity());
        if (options.placement().isPresent()) {
            inputs.put(
                    "block listing",
                    Files.getLastModifiedTime(options.placement().get()).toString());
        }
    }

    /** Returns a run per machine. */
    List<MachineRun> runs() {
        List<MachineRun> runs = new ArrayList<>();
        for (int machine : machines) {
            StudySetup setup = StudySetup.ofTrace(
                    baseline.disk(), sliceEvery, input.nanos(), input.read(machine), threads, options.scale());
            runs.add(new MachineRun(input, machine, options, setup, alternatives, goal, notes));
        }
        return runs;
    }
}
