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
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code underbase datanode stop}. */
@Command(
        name = "stop",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Stop DataNodes of this node: send TERM, then KILL after a timeout. Accepts a configuration that start"
                        + " rejects, if it names the tiers.",
        footerHeading = "%nExamples:%n",
        footer = {"  underbase datanode stop", "  underbase datanode stop --tier fast --timeout 60"},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:no selected DataNode is running",
            "1:a DataNode could not be stopped, or is not in the configuration",
            "2:invalid usage"
        })
final class StopCommand implements Callable<Integer> {
    private static final String VARIABLE = "HADOOP_STOP_TIMEOUT";
    private static final int DEFAULT_SECONDS = 5;
    private static final Duration FROM_ENVIRONMENT = Duration.ofSeconds(-1);

    @Spec
    private CommandSpec spec;

    @Mixin
    private NodeOptions node;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "Time to wait between TERM and KILL. Default: HADOOP_STOP_TIMEOUT in seconds, else 5s.")
    private Duration timeout = FROM_ENVIRONMENT;

    @Override
    public Integer call() throws IOException {
        Duration grace = timeout.equals(FROM_ENVIRONMENT) ? ofEnvironment() : timeout;
        Plan plan = NodeOptions.plan(node.site());
        List<Instance> wanted = node.wanted(plan);
        // Report errors even if there is something to stop: a DataNode that the configuration hides may keep running.
        node.report(plan.problems());
        boolean missing = node.someMissing(plan);
        if (wanted.isEmpty()) {
            return 1;
        }
        PrintWriter out = spec.commandLine().getOut();
        List<String> failures = new ArrayList<>();
        for (Instance instance : wanted) {
            try {
                out.println("datanode " + instance.tier() + ": "
                        + switch (Operator.stop(instance, grace, line -> node.report(List.of(line)))) {
                            case NOT_RUNNING -> "not running";
                            case STOPPED -> "stopped";
                            case KILLED -> "killed after " + grace.toSeconds() + " s";
                        });
                out.flush();
            } catch (IOException e) {
                failures.add("datanode " + instance.tier() + ": " + e.getMessage());
            }
        }
        node.report(failures);
        return failures.isEmpty() && !missing ? 0 : 1;
    }

    private Duration ofEnvironment() {
        String text = System.getenv(VARIABLE);
        if (text == null || text.isBlank()) {
            return Duration.ofSeconds(DEFAULT_SECONDS);
        }
        try {
            return Duration.ofSeconds(Integer.parseInt(text.strip()));
        } catch (NumberFormatException e) {
            throw new ParameterException(
                    spec.commandLine(),
                    "invalid value '" + text + "' of " + VARIABLE + ": must be a number of seconds",
                    e);
        }
    }
}
