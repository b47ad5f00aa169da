package org.underbase.testbed.cli;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.underbase.testbed.Node;
import org.underbase.testbed.TestCluster;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command {@code underbase cluster exec}. */
@Command(
        name = "exec",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Run a command on a node of a cluster, in the node's network namespace if it has one.",
            "",
            "HADOOP_CONF_DIR and HBASE_CONF_DIR are set to the cluster's client configuration. With --java the command "
                    + "is a class with a main method, which runs with Underbase's class path and that configuration."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  underbase cluster exec --java client org.apache.hadoop.fs.FsShell -ls /",
            "  underbase cluster exec n1 ping -c 1 n2"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"(any):exit code of the command", "1:no such cluster or node", "2:wrong usage"})
final class ExecCommand implements Callable<Integer> {
    @Mixin
    private NameOption name;

    @Option(names = "--java", description = "Run a Java class: COMMAND is its name.")
    private boolean javaClass;

    @Parameters(index = "0", paramLabel = "NODE", description = "Node n1, n2, ..., or client, a host without daemons.")
    private String node;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "COMMAND", description = "Command and its arguments.")
    private List<String> command = List.of();

    /** Passes options after the node to the command. */
    @Spec
    void stopAtNode(CommandSpec spec) {
        spec.parser().stopAtPositional(true);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        TestCluster cluster = Registry.ofUser().attach(name.name());
        Node where = node.equals(cluster.client().name()) ? cluster.client() : cluster.node(node);
        List<String> words =
                javaClass ? where.javaCommand(command.get(0), command.subList(1, command.size())) : command;
        return where.processBuilder(words).inheritIO().start().waitFor();
    }
}
