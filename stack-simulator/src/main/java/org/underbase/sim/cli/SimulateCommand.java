package org.underbase.sim.cli;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.underbase.operator.output.ExitCode;
import org.underbase.operator.output.SmallHeap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code underbase simulate}: the storage stack of one machine. */
@Command(
        name = "simulate",
        mixinStandardHelpOptions = true,
        description = {
            "Simulate the page cache, flash and disks of one DataNode, and compare with FAST '14.",
            "",
            "The input is a trace or synthetic. A trace yields the requests of one of its machines: the one with the"
                    + " median number of bytes, with the replicas that it stores for its neighbors. A synthetic input has"
                    + " the marginal distributions that the paper reports. Rows of the kind INPUT are calibrated; their"
                    + " agreement is no result. All other rows read: input with these marginals, our simulator: x;"
                    + " reported: y."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  underbase simulate --hardware paper trace/",
            "  underbase simulate --hardware paper --machine-unit process --scale 1024 trace/",
            "  underbase simulate --hardware my.properties --what-if localcompact --what-if flash=60g trace/",
            "  underbase simulate --synthetic --seed 1,2,3 --out study",
            "  underbase simulate --study study.conf --out study",
            "  UNDERBASE_JVM_OPTS=-Xmx2g underbase simulate --synthetic --hours 199 --slice-every 8",
            "",
            "The paper's trace has 199 hours. Caches start empty, so that fewer hours show lower hit rates of large"
                    + " caches and fewer evictions. Rows of caches that the input does not fill are omitted. A heap of"
                    + " 2 GB is sufficient for 199 hours.",
            "",
            "Figures of caches are valid for sizes divided by --scale, because an LRU cache has no scale. Disks have one:"
                    + " with --scale their figures are omitted.",
            "",
            "Exit codes: 0 success, 1 failure, 2 invalid usage."
        })
public final class SimulateCommand implements Callable<Integer> {
    private static final int GENERATED_SLICE = 6;
    private static final int MOST_HOURS = 10_000;
    private static final String SATURATED =
            ", or the requests saturate the disks of a simulated system, so that its queues grow";

    @Spec
    private CommandSpec spec;

    @Option(names = "--synthetic", description = "Generate the input instead of reading a trace.")
    private boolean synthetic;

    @Mixin
    private TraceOptions trace = new TraceOptions();

    @Option(
            names = "--hours",
            paramLabel = "N",
            defaultValue = "6",
            description = "Length of the generated input. Default: ${DEFAULT-VALUE}.")
    private int hours;

    @Option(
            names = "--slice-every",
            paramLabel = "N",
            description =
                    "Simulate disks in every n-th hour; caches always. A trace of less than 6 hours has 6 N slices"
                            + " instead. Default: 6 for a generated input, 1 for a trace.")
    private Integer sliceEvery;

    @Option(
            names = "--seed",
            paramLabel = "S",
            split = ",",
            defaultValue = "1",
            description =
                    "Seed of random choices. Several seeds, separated by commas, are as many runs and show the spread of"
                            + " the results. Default: ${DEFAULT-VALUE}.")
    private List<Long> seeds;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "0",
            description = "Threads of the simulations, 0 for one per core. Default: ${DEFAULT-VALUE}.")
    private int threads;

    @Mixin
    private StudyFileOptions study = new StudyFileOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Override
    public Integer call() throws IOException, InterruptedException {
        try {
            return simulate();
        } catch (OutOfMemoryError e) {
            throw new IOException(SmallHeap.message(SATURATED), e);
        }
    }

    private int simulate() throws IOException, InterruptedException {
        if (study.isReference()) {
            return study.printReference(spec.commandLine());
        }
        if (threads < 0) {
            throw usage("invalid --threads " + threads + ": must be at least 0");
        }
        output.check(spec.commandLine());
        if (study.isGiven()) {
            return study.simulate(spec.commandLine());
        }
        if (synthetic == trace.isGiven()) {
            throw usage(synthetic ? "--synthetic reads no trace" : "missing TRACE, --synthetic or --study");
        }
        rejectOptionsOfTheOtherInput();
        int workers = threads == 0 ? Runtime.getRuntime().availableProcessors() : threads;
        Map<String, String> inputs = StudyInputs.of(spec);
        if (synthetic) {
            output.write(spec.commandLine(), generated(workers), inputs);
        } else {
            TraceStudy machines = new TraceStudy(trace, every(1), workers);
            machines.open(spec.commandLine());
            machines.addInputs(inputs);
            output.write(spec.commandLine(), machines.runs(), inputs);
        }
        return ExitCode.SUCCESS;
    }

    private void rejectOptionsOfTheOtherInput() {
        ParseResult parsed = spec.commandLine().getParseResult();
        List<OptionSpec> others = synthetic
                ? spec.mixins().get("trace").options()
                : List.of(spec.findOption("--hours"), spec.findOption("--seed"));
        for (OptionSpec option : others) {
            if (parsed.hasMatchedOption(option)) {
                throw usage(
                        synthetic
                                ? "--synthetic excludes " + option.longestName() + ": it applies to a TRACE"
                                : "a TRACE excludes " + option.longestName() + ": it applies to --synthetic");
            }
        }
    }

    private List<SyntheticRun> generated(int workers) {
        if (hours < 1 || hours > MOST_HOURS) {
            throw usage("invalid --hours " + hours + ": must be between 1 and " + MOST_HOURS);
        }
        int every = every(Math.min(GENERATED_SLICE, hours));
        if (hours < every) {
            throw usage("invalid --slice-every " + every + ": must be between 1 and --hours " + hours);
        }
        return seeds.stream()
                .distinct()
                .map(seed -> new SyntheticRun(hours, every, seed, workers))
                .toList();
    }

    private int every(int otherwise) {
        int every = sliceEvery == null ? otherwise : sliceEvery;
        if (every < 1) {
            throw usage("invalid --slice-every " + every + ": must be at least 1");
        }
        return every;
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
