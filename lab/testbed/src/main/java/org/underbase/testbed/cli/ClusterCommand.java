package org.underbase.testbed.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command {@code underbase cluster}. */
@Command(
        name = "cluster",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Start, stop and disturb clusters of real HDFS and HBase daemons on this machine.",
            "",
            "Every daemon is a separate process. A cluster runs until it is stopped. Several clusters with different names "
                    + "can run concurrently."
        },
        subcommands = {
            StartCommand.class,
            StatusCommand.class,
            StopCommand.class,
            ExecCommand.class,
            KillCommand.class,
            PauseCommand.class,
            ResumeCommand.class,
            RestartCommand.class
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  underbase cluster start                       3 nodes with HDFS and HBase",
            "  underbase cluster start --name full --with all",
            "  underbase cluster status --json",
            "  underbase cluster kill n1/datanode-0",
            "  underbase cluster stop"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:success", "1:failure; standard error contains the cause in one line", "2:wrong usage"})
public final class ClusterCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(),
                "missing command: expected start, status, stop, exec, kill, pause, resume or restart");
    }
}
