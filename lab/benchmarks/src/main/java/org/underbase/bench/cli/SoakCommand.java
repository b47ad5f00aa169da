package org.underbase.bench.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.underbase.bench.upstream.UpstreamSuite;
import org.underbase.operator.output.ExitCode;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.Catalog;
import org.underbase.testbed.report.ReportJson;
import org.underbase.testbed.report.Setting;
import org.underbase.testbed.report.Soak;
import org.underbase.testbed.report.SoakOptions;
import org.underbase.testbed.report.SoakResult;
import org.underbase.testbed.report.SoakText;
import org.underbase.testbed.report.WorkDirectory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command {@code ./underbase soak NAME}. */
@Command(
        name = "soak",
        mixinStandardHelpOptions = true,
        description = {
            "Run a long randomized test with a seed. './underbase test' runs the same code with a smaller count.",
            "",
            "Prints each failure and one machine-readable last line: 'soak NAME: result=passed|failed key=value ...'. The"
                    + " same seed and count repeat the same inputs.",
            ""
        },
        footer = {
            "",
            "Exit codes: 0 passed, 1 failed or could not run, 2 invalid command line.",
            "",
            "Examples:",
            "  ./underbase soak --list",
            "  ./underbase soak trace-fuzz --seed 7",
            "  ./underbase soak trace-fuzz --count 20000",
            "  ./underbase soak localcompact --resume localcompact.soak"
        })
public final class SoakCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "Name of the soak; --list shows the names.")
    private String name;

    @Option(names = "--list", description = "List the soaks.")
    private boolean list;

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "S",
            description = "Seed of random choices. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(names = "--count", paramLabel = "N", description = "Test N inputs of the soak's unit. Default: see --list.")
    private Long count;

    @Option(
            names = "--resume",
            paramLabel = "FILE",
            description = {
                "Record finished inputs in FILE, and continue after those that FILE already contains: repeat the command"
                        + " after an interruption. A failed soak is repeated from the failed input. Resumable soaks:"
                        + " localcompact, localcompact-large."
            })
    private Path resume;

    @Mixin
    private Output output;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Catalog<Soak> catalog =
                Catalog.of(Soak.class, UpstreamSuite.of(Path.of(System.getProperty("underbase.home", ""))));
        PrintWriter out = spec.commandLine().getOut();
        if (list) {
            out.print(catalog.listing());
            catalog.entries()
                    .forEach(soak ->
                            out.printf("default count of %s: %,d %s%n", soak.name(), soak.defaultCount(), soak.unit()));
            out.flush();
            return ExitCode.SUCCESS;
        }
        if (name == null) {
            throw usage("missing NAME: expected " + catalog.names());
        }
        Soak soak =
                catalog.find(name).orElseThrow(() -> usage("unknown soak '" + name + "': expected " + catalog.names()));
        long effective = count(soak);
        if (resume != null && !soak.isResumable()) {
            throw usage("invalid --resume: soak '" + name + "' is not resumable");
        }
        output.check();
        Setting setting = Setting.now();
        SoakResult result;
        try (WorkDirectory work = WorkDirectory.create(name, output.keep())) {
            if (output.keep()) {
                spec.commandLine().getErr().println("keeping " + work.path());
            }
            ProgressLine progress = new ProgressLine(spec.commandLine().getErr(), "soak " + name);
            result = soak.run(new SoakOptions(seed, effective, work.path(), Optional.ofNullable(resume)), progress);
            if (!result.passed() && !output.keep()) {
                // The logs explain the failure, and another run might not reproduce it.
                work.keep();
                spec.commandLine().getErr().println("keeping " + work.path() + " because the soak failed");
            }
        }
        out.print(output.json() ? ReportJson.of(name, result, setting) : SoakText.plain(name, result));
        out.flush();
        if (output.wantsEvidence()) {
            output.writeEvidence(SoakText.markdown(name, result, command(effective), setting));
        }
        return result.passed() ? ExitCode.SUCCESS : ExitCode.FAILURE;
    }

    private long count(Soak soak) {
        if (count == null) {
            return soak.defaultCount();
        }
        if (count < 1) {
            throw usage("invalid --count " + count + ": must be at least 1");
        }
        return count;
    }

    private String command(long effective) {
        return "./underbase soak " + name + " --seed " + seed + " --count " + effective
                + (resume == null ? "" : " --resume " + resume);
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
