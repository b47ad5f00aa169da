package org.underbase.testbed.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.underbase.testbed.ClusterException;
import org.underbase.testbed.TestCluster;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code underbase cluster status}. */
@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Shows clusters: their daemons, process ids, ports and client configuration.",
        footerHeading = "%nExamples:%n",
        footer = {"  underbase cluster status", "  underbase cluster status --name ha --json"},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all daemons run",
            "1:no cluster of that name",
            "2:wrong usage",
            "3:a daemon does not run, or the cluster is still starting"
        })
final class StatusCommand implements Callable<Integer> {
    private static final int INCOMPLETE = 3;

    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-n", "--name"},
            paramLabel = "NAME",
            description = "Only this cluster; default: all.")
    private Optional<String> name = Optional.empty();

    @Option(names = "--json", description = "Print as a JSON array.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        Registry registry = Registry.ofUser();
        List<String> names = name.isPresent() ? List.of(name.get()) : registry.names();
        List<ClusterReport> reports = new ArrayList<>();
        boolean complete = true;
        PrintWriter err = spec.commandLine().getErr();
        for (String each : names) {
            Path location = registry.find(each).orElseThrow(() -> new ClusterException("no cluster '" + each + "'"));
            if (registry.starting(each) && !Files.exists(location.resolve("cluster.json"))) {
                err.println("cluster " + each + " is being started");
                complete = false;
            } else {
                ClusterReport report = ClusterReport.of(each, TestCluster.attach(location));
                reports.add(report);
                complete &= report.complete();
            }
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(reports.stream().map(ClusterReport::json).collect(Collectors.joining(", ", "[", "]")));
        } else if (names.isEmpty()) {
            out.println("no clusters");
        } else {
            reports.forEach(report -> out.println(report.text()));
        }
        out.flush();
        return complete ? 0 : INCOMPLETE;
    }
}
