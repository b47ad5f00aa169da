package org.underbase.sim.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.underbase.operator.output.CheckPoint;
import org.underbase.operator.output.ExitCode;
import org.underbase.operator.output.JsonText;
import org.underbase.operator.output.ProgressLine;
import org.underbase.sim.disk.PaperDisk;
import org.underbase.sim.study.CheckPoints;
import org.underbase.sim.study.Figure;
import org.underbase.sim.study.Figures;
import org.underbase.sim.study.LayeredStudy;
import org.underbase.sim.synthetic.Calibration;
import org.underbase.sim.synthetic.Generator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
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
            "  underbase simulate --synthetic",
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
    private static final long MINUTE = 60_000_000_000L;
    private static final int MINUTES_PER_HOUR = 60;
    private static final int GENERATED_SLICE = 6;

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
            defaultValue = "1",
            description = "Seed of random choices. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "0",
            description = "Threads of the simulations, 0 for one per core. Default: ${DEFAULT-VALUE}.")
    private int threads;

    @Option(names = "--json", description = "Print JSON instead of tables.")
    private boolean json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (synthetic == trace.isGiven()) {
            throw usage(synthetic ? "--synthetic reads no trace" : "missing TRACE or --synthetic");
        }
        if (threads < 0) {
            throw usage("invalid --threads " + threads + ": must be at least 0");
        }
        int workers = threads == 0 ? Runtime.getRuntime().availableProcessors() : threads;
        if (!synthetic) {
            int every = sliceEvery == null ? 1 : sliceEvery;
            if (every < 1) {
                throw usage("invalid --slice-every " + every + ": must be at least 1");
            }
            new TraceStudy(spec.commandLine(), trace, every, workers).run(json);
            return ExitCode.SUCCESS;
        }
        sliceEvery = sliceEvery == null ? GENERATED_SLICE : sliceEvery;
        if (sliceEvery < 1 || hours < sliceEvery) {
            throw usage("invalid --slice-every " + sliceEvery + ": must be between 1 and --hours " + hours);
        }
        try (LayeredStudy study = new LayeredStudy(sliceEvery, PaperDisk.DEFAULT, hours, workers)) {
            generate(study);
            print(study);
        }
        return ExitCode.SUCCESS;
    }

    private void generate(LayeredStudy study) {
        Generator generator = new Generator(Calibration.PAPER, seed, study);
        int minutes = hours * MINUTES_PER_HOUR;
        try (ProgressLine progress = new ProgressLine(spec.commandLine().getErr(), "simulate")) {
            generator.start(minutes * MINUTE);
            for (int minute = 1; minute <= minutes; minute++) {
                double fraction = (double) minute / minutes;
                generator.runUntil(minute * MINUTE);
                progress.update(
                        fraction, () -> String.format(Locale.ROOT, "%.0f of %d hours", fraction * hours, hours));
            }
        }
        study.finish();
    }

    private void print(LayeredStudy study) {
        double minutes = (double) hours * MINUTES_PER_HOUR;
        List<CheckPoint> points = CheckPoints.of(study, minutes);
        List<Figure> figures = Figures.of(study, minutes);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            ObjectNode root = JsonText.object();
            root.put("seed", seed).put("hours", hours).put("sliceEvery", sliceEvery);
            root.set("checkPoints", CheckPoint.json(points));
            StudyReport.put(root, CheckPoints.priced(study), figures);
            out.println(JsonText.of(root));
        } else {
            out.printf(
                    "synthetic input, seed %d, %d hours (the paper: 199), disks in every %d. hour, one machine%n%n",
                    seed, hours, sliceEvery);
            CheckPoint.table(points).print(out);
            StudyReport.print(out, CheckPoints.priced(study));
            figures.forEach(figure -> StudyReport.print(out, figure));
        }
        out.flush();
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
