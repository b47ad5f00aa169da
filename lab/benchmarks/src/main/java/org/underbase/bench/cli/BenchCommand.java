package org.underbase.bench.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Benchmark;
import org.underbase.testbed.report.Catalog;
import org.underbase.testbed.report.Progress;
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

/** {@code ./underbase bench NAME}. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = {
            "Measure ours against stock in the same run.",
            "",
            "Prints a table of medians with minimum and maximum, the raw runs, the targets, and last one line for a"
                    + " machine: 'bench NAME: key=value ...' ('-' is a figure whose part was not run). A missed target is"
                    + " said in the table and is no failure of the command.",
            ""
        },
        footer = {
            "",
            "Exit codes: 0 measured, 1 something did not start or failed in mid-run, 2 wrong usage.",
            "",
            "Examples:",
            "  ./underbase bench --list",
            "  ./underbase bench tracer",
            "  ./underbase bench tracer --only micro --runs 9",
            "  ./underbase bench tracer --quick --json"
        })
public final class BenchCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "The benchmark; --list shows them.")
    private String name;

    @Option(names = "--list", description = "List the benchmarks and their parts.")
    private boolean list;

    @Option(
            names = "--runs",
            defaultValue = "5",
            paramLabel = "N",
            description = "Pairs of measurements per figure (default: ${DEFAULT-VALUE}).")
    private int runs;

    @Option(
            names = "--quick",
            description =
                    "Very short measurements and 1 run unless --runs is given: shows that all works, the figures mean little.")
    private boolean quick;

    @Option(
            names = {"--only", "--part"},
            split = ",",
            paramLabel = "PART",
            description = "Run only these parts (default: all parts).")
    private List<String> only = List.of();

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "S",
            description = "Seed of every random choice (default: ${DEFAULT-VALUE}).")
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
            return 0;
        }
        if (name == null) {
            throw usage("which benchmark? There are: " + catalog.names());
        }
        Benchmark benchmark = catalog.find(name)
                .orElseThrow(() -> usage("no benchmark '" + name + "'; there are: " + catalog.names()));
        Set<String> parts = parts(benchmark);
        if (runs < 1) {
            throw usage("--runs must be at least 1");
        }
        output.check();
        Setting setting = Setting.now();
        try (WorkDirectory work = WorkDirectory.create(name, output.keep())) {
            if (output.keep()) {
                spec.commandLine().getErr().println("keeping " + work.path());
            }
            BenchOptions options = new BenchOptions(effectiveRuns(), quick, parts, seed, work.path());
            Progress progress = new Progress("bench " + name, spec.commandLine().getErr());
            tell(benchmark.run(options, progress), setting, out);
        }
        return 0;
    }

    private void tell(Report report, Setting setting, PrintWriter out) throws IOException {
        out.print(output.json() ? ReportJson.of(report, setting) : ReportText.plain(report));
        out.flush();
        if (output.wantsEvidence()) {
            output.writeEvidence(ReportText.markdown(report, command(), setting));
        }
    }

    private Set<String> parts(Benchmark benchmark) {
        for (String part : only) {
            if (!benchmark.parts().contains(part)) {
                throw usage(name + " has no part '" + part + "'; there are: " + String.join(", ", benchmark.parts()));
            }
        }
        return new LinkedHashSet<>(only.isEmpty() ? benchmark.parts() : only);
    }

    private int effectiveRuns() {
        return quick && !spec.commandLine().getParseResult().hasMatchedOption("--runs") ? 1 : runs;
    }

    private String command() {
        return "./underbase bench " + name + " --runs " + effectiveRuns() + (quick ? " --quick" : "")
                + (only.isEmpty() ? "" : " --only " + String.join(",", only)) + " --seed " + seed;
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
