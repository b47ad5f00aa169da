package org.underbase.tier.cli.datanode;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.underbase.tier.datanode.instance.Instance;
import org.underbase.tier.datanode.instance.Operator;
import org.underbase.tier.datanode.instance.Plan;
import org.underbase.tier.datanode.instance.Site;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code underbase datanode start}. */
@Command(
        name = "start",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Checks the configuration of all tiers of this node, then starts the DataNodes that do not run and"
                        + " waits until they listen. When anything is wrong nothing is started.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  underbase datanode start --conf /etc/hadoop",
            "  underbase datanode start --tier fast",
            "  underbase datanode start --tier fast,disk --timeout 300"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all that were asked for run",
            "1:the configuration is wrong and nothing was started, or a DataNode did not start",
            "2:wrong usage"
        })
final class StartCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private NodeOptions node;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            defaultValue = "120",
            description = "How long to wait until they listen; default: ${DEFAULT-VALUE}.")
    private int timeout;

    @Override
    public Integer call() throws IOException {
        if (timeout < 1) {
            throw new ParameterException(spec.commandLine(), "--timeout wants a positive number of seconds");
        }
        Site site = node.site();
        Plan plan = NodeOptions.plan(site);
        List<Instance> wanted = node.wanted(plan);
        List<String> problems = plan.obstacles(wanted);
        if (!problems.isEmpty()) {
            node.tell(problems);
            return 1;
        }
        Operator operator = new Operator(site, line -> node.tell(List.of(line)));
        PrintWriter out = spec.commandLine().getOut();
        List<Operator.Start.Begun> begun = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        for (Instance instance : wanted) {
            try {
                Operator.Start start = operator.start(instance);
                if (start instanceof Operator.Start.Already already) {
                    out.println("datanode " + instance.tier() + ": runs already, process " + already.pid()
                            + (already.changed()
                                    ? ", with the configuration it was started with, which has changed: stop and start"
                                            + " it to apply the new one"
                                    : ""));
                    out.flush();
                } else {
                    begun.add((Operator.Start.Begun) start);
                }
            } catch (IOException e) {
                failures.add(e.getMessage());
            }
        }
        for (Operator.Start.Begun each : begun) {
            try {
                operator.await(each, Duration.ofSeconds(timeout));
                out.println("datanode " + each.instance().tier() + ": started, process "
                        + each.process().pid() + ", at " + each.instance().address());
                out.flush();
            } catch (IOException e) {
                failures.add(e.getMessage());
            }
        }
        node.tell(failures);
        return failures.isEmpty() ? 0 : 1;
    }
}
