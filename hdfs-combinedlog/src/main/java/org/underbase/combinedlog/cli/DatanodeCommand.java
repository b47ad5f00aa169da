package org.underbase.combinedlog.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command {@code underbase combinedlog datanode}. */
@Command(
        name = "datanode",
        mixinStandardHelpOptions = true,
        description = {
            "Show and control the combined logs of running DataNodes.",
            "",
            "The commands call the DataNodes' IPC ports. They require the DataNodes' user or a member of "
                    + "dfs.permissions.superusergroup."
        },
        subcommands = {
            DatanodeStatusCommand.class,
            DatanodeStreamsCommand.class,
            DatanodeCheckpointCommand.class,
            DatanodeSetCommand.class
        },
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {
            "  underbase combinedlog datanode status",
            "  underbase combinedlog datanode streams --datanode node1:9867",
            "  underbase combinedlog datanode checkpoint --all",
            "  underbase combinedlog datanode set --all dfs.datanode.combinedlog.sync.max.bytes=1m"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:success", "1:failure of a DataNode", "2:invalid usage"})
final class DatanodeCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(), "missing command: expected status, streams, checkpoint or set");
    }
}
