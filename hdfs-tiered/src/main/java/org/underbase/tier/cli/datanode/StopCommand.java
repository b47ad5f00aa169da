package org.underbase.tier.cli.datanode;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
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
                "Stops DataNodes of this node: asks each to end (TERM) and kills it when it still runs after a time."
                        + " Works with a configuration that start would refuse, as far as it names the tiers.",
        footerHeading = "%nExamples:%n",
        footer = {"  underbase datanode stop", "  underbase datanode stop --tier fast --timeout 60"},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:none of those that were asked for runs",
            "1:one could not be stopped, or is not in the configuration",
            "2:wrong usage"
        })
final class StopCommand implements Callable<Integer> {
    private static final String VARIABLE = "HADOOP_STOP_TIMEOUT";
    private static final int DEFAULT_SECONDS = 5;

    @Spec
    private CommandSpec spec;

    @Mixin
    private NodeOptions node;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "How long to wait before a DataNode is killed; default: HADOOP_STOP_TIMEOUT, else 5.")
    private Optional<Integer> timeout = Optional.empty();

    @Override
    public Integer call() throws IOException {
        Duration patience = Duration.ofSeconds(seconds());
        Plan plan = NodeOptions.plan(node.site());
        List<Instance> wanted = node.wanted(plan);
        // Also where there is something to stop: a DataNode that the configuration hides may go on running.
        node.tell(plan.problems());
        boolean missing = node.someMissing(plan);
        if (wanted.isEmpty()) {
            return 1;
        }
        PrintWriter out = spec.commandLine().getOut();
        List<String> failures = new ArrayList<>();
        for (Instance instance : wanted) {
            try {
                out.println("datanode " + instance.tier() + ": "
                        + switch (Operator.stop(instance, patience, line -> node.tell(List.of(line)))) {
                            case NOT_RUNNING -> "does not run";
                            case STOPPED -> "stopped";
                            case KILLED -> "killed, it had not ended after " + patience.toSeconds() + " s";
                        });
                out.flush();
            } catch (IOException e) {
                failures.add("datanode " + instance.tier() + ": " + e.getMessage());
            }
        }
        node.tell(failures);
        return failures.isEmpty() && !missing ? 0 : 1;
    }

    private int seconds() {
        int seconds = timeout.orElseGet(this::ofEnvironment);
        if (seconds < 0) {
            throw new ParameterException(spec.commandLine(), "--timeout wants a number of seconds");
        }
        return seconds;
    }

    private int ofEnvironment() {
        String text = System.getenv(VARIABLE);
        if (text == null || text.isBlank()) {
            return DEFAULT_SECONDS;
        }
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw new ParameterException(
                    spec.commandLine(), VARIABLE + " is '" + text + "': it should be a number of seconds", e);
        }
    }
}
