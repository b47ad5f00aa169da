package org.underbase.exalt.harness.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.underbase.exalt.harness.report.ScenarioText;
import org.underbase.exalt.harness.scenario.Scenario;
import org.underbase.exalt.harness.scenario.ScenarioOptions;
import org.underbase.exalt.harness.scenario.ScenarioResult;
import org.underbase.operator.output.ExitCode;
import org.underbase.operator.output.ProgressLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command {@code underbase exalt scenario}. */
@Command(
        name = "scenario",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Run a scenario: measure a baseline and a change in the same run, and print a table and a verdict.",
            "",
            "List the scenarios by underbase exalt scenarios."
        },
        footer = {
            "",
            "Exit codes: 0 measured, 1 failure, 2 invalid usage.",
            "",
            "Example:",
            "  underbase exalt scenario large-directory --count 1000000 --namenode-heap 4g"
        })
final class ScenarioCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "Name of the scenario.")
    private String name;

    @Option(
            names = "--count",
            paramLabel = "N",
            description = "Amount of work. Default: see underbase exalt scenarios.")
    private Long count;

    @Option(
            names = "--clients",
            paramLabel = "N",
            defaultValue = "64",
            description = "Concurrent client threads, if the scenario uses several. Default: ${DEFAULT-VALUE}.")
    private int clients;

    @Option(
            names = "--datanodes",
            paramLabel = "N",
            defaultValue = "4",
            description = "Emulated DataNodes. Default: ${DEFAULT-VALUE}.")
    private int datanodes;

    @Option(
            names = "--namenode-heap",
            paramLabel = "SIZE",
            defaultValue = "2g",
            description = "Heap of the NameNode. Default: ${DEFAULT-VALUE}.")
    private String nameNodeHeap = "";

    @Option(
            names = "-D",
            paramLabel = "KEY=VALUE",
            description = "Set a property of all daemons and clients. Repeatable.")
    private Map<String, String> settings = new LinkedHashMap<>();

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "Random seed. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Scenario scenario = Scenario.all().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(),
                        "unknown scenario '" + name + "': must be one of "
                                + String.join(
                                        ", ",
                                        Scenario.all().stream()
                                                .map(Scenario::name)
                                                .toList())));
        Path directory = ClusterMixin.newDirectory();
        ScenarioOptions options;
        try {
            Heap.check("--namenode-heap", nameNodeHeap);
            options = new ScenarioOptions(
                    datanodes,
                    clients,
                    count == null ? scenario.defaultCount() : count,
                    seed,
                    nameNodeHeap,
                    settings,
                    directory);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        Files.createDirectories(directory);
        ScenarioResult result;
        try (ProgressLine progress = new ProgressLine(spec.commandLine().getErr(), "exalt")) {
            result = scenario.run(options, progress::step);
            // Each cluster has removed its own directory.
            Files.delete(directory);
        } catch (IOException | InterruptedException | RuntimeException e) {
            try {
                Files.deleteIfExists(directory);
            } catch (IOException left) {
                e.addSuppressed(left);
            }
            throw e;
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? ScenarioText.json(result) : ScenarioText.of(result));
        out.flush();
        return ExitCode.SUCCESS;
    }
}
