package org.underbase.tier.cli.datanode;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.underbase.operator.output.DurationConverter;
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
                "Validate the configuration of all tiers of this node, start the DataNodes that are not running, and wait"
                        + " until they listen. An invalid configuration starts nothing.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  underbase datanode start --conf /etc/hadoop",
            "  underbase datanode start --tier fast",
            "  underbase datanode start --tier fast,disk --timeout 300"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all selected DataNodes are running",
            "1:invalid configuration (nothing was started), or a DataNode did not start",
            "2:invalid usage"
        })
final class StartCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private NodeOptions node;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "120s",
            converter = DurationConverter.class,
            description = "Maximum time to wait until they listen. Default: ${DEFAULT-VALUE}.")
    private Duration timeout;

    @Override
    public Integer call() throws IOException {
        if (timeout.isZero()) {
            throw new ParameterException(spec.commandLine(), "invalid --timeout 0: must be positive");
        }
        Site site = node.site();
        Plan plan = NodeOptions.plan(site);
        List<Instance> wanted = node.wanted(plan);
        List<String> errors = plan.conflicts(wanted);
        if (!errors.isEmpty()) {
            node.report(errors);
            return 1;
        }
        Operator operator = new Operator(site, line -> node.report(List.of(line)));
        PrintWriter out = spec.commandLine().getOut();
        List<Operator.Start.Begun> begun = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        for (Instance instance : wanted) {
            try {
                Operator.Start start = operator.start(instance);
                if (start instanceof Operator.Start.Already already) {
                    out.println("datanode " + instance.tier() + ": already running, process " + already.pid()
                            + (already.changed()
                                    ? "; its configuration has changed since the start: stop and start it to apply the"
                                            + " changes"
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
                operator.await(each, timeout);
                out.println("datanode " + each.instance().tier() + ": started, process "
                        + each.process().pid() + ", at " + each.instance().address());
                out.flush();
            } catch (IOException e) {
                failures.add(e.getMessage());
            }
        }
        node.report(failures);
        return failures.isEmpty() ? 0 : 1;
    }
}
