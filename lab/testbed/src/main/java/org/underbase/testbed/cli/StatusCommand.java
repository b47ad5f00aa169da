package org.underbase.testbed.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.underbase.operator.output.JsonText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command {@code underbase cluster status}. */
@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Show the daemons of clusters with states, process ids and addresses, and the client configuration.",
            "",
            "The address of a DataNode is its data transfer address, which exclude and tier-map files require."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  underbase cluster status", "  underbase cluster status --name ha --json"},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all daemons run",
            "1:no cluster of that name",
            "2:wrong usage",
            "3:a daemon has exited or is paused, or the cluster is still starting"
        })
final class StatusCommand implements Callable<Integer> {
    private static final int INCOMPLETE = 3;

    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-n", "--name"},
            paramLabel = "NAME",
            description = "Show this cluster only. Default: all clusters.")
    private String name = "";

    @Option(names = "--json", description = "Print as a JSON array.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        Registry registry = Registry.ofUser();
        List<String> names = name.isEmpty() ? registry.names() : List.of(name);
        List<ClusterReport> reports = new ArrayList<>();
        boolean complete = true;
        PrintWriter err = spec.commandLine().getErr();
        for (String each : names) {
            if (registry.incomplete(each)) {
                err.println("cluster " + each + " is starting");
                complete = false;
            } else {
                ClusterReport report = new ClusterReport(each, registry.attach(each));
                reports.add(report);
                complete &= report.complete();
            }
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(JsonText.of(reports.stream().map(ClusterReport::json).toList()));
        } else if (names.isEmpty()) {
            out.println("no clusters");
        } else {
            reports.forEach(report -> out.println(report.text()));
        }
        out.flush();
        return complete ? 0 : INCOMPLETE;
    }
}
