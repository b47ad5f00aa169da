package org.underbase.testbed.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code underbase cluster}. */
@Command(
        name = "cluster",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Starts and stops clusters of real HDFS and HBase daemons on this machine.",
            "",
            "Every daemon is a process of its own. A started cluster lives on until it is stopped; several can run "
                    + "side by side under different names."
        },
        subcommands = {StartCommand.class, StatusCommand.class, StopCommand.class, ExecCommand.class},
        footerHeading = "%nExamples:%n",
        footer = {
            "  underbase cluster start                       3 nodes with HDFS and HBase",
            "  underbase cluster start --name ha --ha --no-hbase",
            "  underbase cluster status --json",
            "  underbase cluster stop"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:success", "1:failure, with one line that says why", "2:wrong usage"})
public final class ClusterCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "say what to do: start, status, stop or exec");
    }
}
