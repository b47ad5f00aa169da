package org.underbase.tier.cli.datanode;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.underbase.tier.datanode.instance.Instance;
import org.underbase.tier.datanode.instance.InstanceStatus;
import org.underbase.tier.datanode.instance.Plan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code underbase datanode status}. */
@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Show the DataNodes of this node: tier, process, state, ports, directories, uuid.",
        footerHeading = "%nStates:%n",
        footer = {
            "  running   listens on all its addresses",
            "  starting  the process does not listen on all its addresses yet",
            "  stopped   no process",
            "  dead      no process, but a pid file: it was not stopped",
            "",
            "Examples:",
            "  underbase datanode status",
            "  underbase datanode status --tier fast --json"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all selected DataNodes are running",
            "1:invalid configuration, or no tier on this node",
            "2:invalid usage",
            "3:a selected DataNode is not running"
        })
final class StatusCommand implements Callable<Integer> {
    private static final int NOT_ALL = 3;

    @Spec
    private CommandSpec spec;

    @Mixin
    private NodeOptions node;

    @Option(names = "--json", description = "Print a JSON array.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        Plan plan = NodeOptions.plan(node.site());
        List<Instance> wanted = node.wanted(plan);
        node.report(plan.problems());
        boolean missing = node.someMissing(plan);
        if (wanted.isEmpty()) {
            return 1;
        }
        List<InstanceStatus> all = new ArrayList<>();
        for (Instance instance : wanted) {
            all.add(InstanceStatus.of(instance));
        }
        PrintWriter out = spec.commandLine().getOut();
        out.print(json ? StatusReport.json(all) : StatusReport.table(all));
        out.flush();
        return !missing && all.stream().allMatch(each -> each.state() == InstanceStatus.State.RUNNING) ? 0 : NOT_ALL;
    }
}
