package org.underbase.bench.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.underbase.operator.output.ExitCode;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Benchmark;
import org.underbase.testbed.report.Catalog;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Report;
import org.underbase.testbed.report.ReportJson;
import org.underbase.testbed.report.ReportText;
import org.underbase.testbed.report.Setting;
import org.underbase.testbed.report.WorkDirectory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command {@code ./underbase bench NAME}. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = {
            "Measure Underbase and stock in the same run.",
            "",
            "Prints a table of medians with minimum and maximum, the raw runs, the targets, and one machine-readable last"
                    + " line: 'bench NAME: key=value ...'. '-' is the value of a metric whose part did not run. The table"
                    + " shows missed targets; they do not change the exit code.",
            ""
        },
        footer = {
            "",
            "Exit codes: 0 measured, 1 a measured system did not start, failed or could not be removed (the measurements so"
                    + " far are printed), 2 invalid command line.",
            "",
            "Examples:",
            "  ./underbase bench --list",
            "  ./underbase bench tracer",
            "  ./underbase bench tracer --part micro --runs 9",
            "  ./underbase bench tracer --quick --json"
        })
public final class BenchCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "Name of the benchmark; --list shows the names.")
    private String name;

    @Option(names = "--list", description = "List the benchmarks and their parts.")
    private boolean list;

    @Option(
            names = "--runs",
            defaultValue = "5",
            paramLabel = "N",
            description = "Run N pairs of measurements per metric. Default: ${DEFAULT-VALUE}.")
    private int runs;

    @Option(
            names = "--quick",
            description = "Check that everything runs: very short measurements whose metrics are meaningless, and 1 run"
                    + " unless --runs is given.")
    private boolean quick;

    @Option(
            names = "--part",
            split = ",",
            paramLabel = "PART",
            description = "Run only these parts, separated by commas. Default: all parts.")
    private List<String> selected = List.of();

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "S",
            description = "Seed of random choices. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Mixin
    private Output output;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Catalog<Benchmark> catalog = Catalog.of(Benchmark.class);
        PrintWriter out = spec.commandLine().getOut();
        if (list) {
            out.print(catalog.listing());
            catalog.entries().forEach(b -> out.printf("parts of %s: %s%n", b.name(), String.join(", ", b.parts())));
            out.flush();
            return ExitCode.SUCCESS;
        }
        if (name == null) {
            throw usage("missing NAME: expected " + catalog.names());
        }
        Benchmark benchmark = catalog.find(name)
                .orElseThrow(() -> usage("unknown benchmark '" + name + "': expected " + catalog.names()));
        Set<String> parts = parts(benchmark);
        if (runs < 1) {
            throw usage("invalid --runs " + runs + ": must be at least 1");
        }
        output.check();
        Setting setting = Setting.now();
        try (WorkDirectory work = WorkDirectory.create(name, output.keep())) {
            if (output.keep()) {
                spec.commandLine().getErr().println("keeping " + work.path());
            }
            BenchOptions options = new BenchOptions(effectiveRuns(), quick, parts, seed, work.path());
            ProgressLine progress = new ProgressLine(spec.commandLine().getErr(), "bench " + name);
            Measurements measurements = new Measurements();
            try {
                benchmark.run(options, progress, measurements);
            } catch (IOException | InterruptedException | RuntimeException e) {
                if (!measurements.isEmpty()) {
                    measurements.note("the run failed before its end: " + e.getMessage());
                    print(benchmark, measurements, setting);
                }
                throw e;
            }
            print(benchmark, measurements, setting);
        }
        return ExitCode.SUCCESS;
    }

    private void print(Benchmark benchmark, Measurements measurements, Setting setting) throws IOException {
        Report report = measurements.report(benchmark.name(), benchmark.metrics(measurements));
        PrintWriter out = spec.commandLine().getOut();
        out.print(output.json() ? ReportJson.of(report, setting) : ReportText.plain(report));
        out.flush();
        if (output.wantsEvidence()) {
            output.writeEvidence(ReportText.markdown(report, command(), setting));
        }
    }

    private Set<String> parts(Benchmark benchmark) {
        for (String part : selected) {
            if (!benchmark.parts().contains(part)) {
                throw usage("unknown part '" + part + "' of " + name + ": expected "
                        + String.join(", ", benchmark.parts()));
            }
        }
        return new LinkedHashSet<>(selected.isEmpty() ? benchmark.parts() : selected);
    }

    private int effectiveRuns() {
        return quick && !spec.commandLine().getParseResult().hasMatchedOption("--runs") ? 1 : runs;
    }

    private String command() {
        return "./underbase bench " + name + " --runs " + effectiveRuns() + (quick ? " --quick" : "")
                + (selected.isEmpty() ? "" : " --part " + String.join(",", selected)) + " --seed " + seed;
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
