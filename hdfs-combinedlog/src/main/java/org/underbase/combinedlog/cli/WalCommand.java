package org.underbase.combinedlog.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command {@code underbase combinedlog wal}. */
@Command(
        name = "wal",
        mixinStandardHelpOptions = true,
        description = {
            "Select the DataNodes for the replicas of HBase's WALs, and undo it.",
            "",
            "The directories are WALs, oldWALs, MasterData/WALs and MasterData/oldWALs below hbase.wal.dir; if that is not "
                    + "set, below hbase.rootdir. If every DataNode has a combined log, this command is not needed."
        },
        subcommands = {WalEnableCommand.class, WalDisableCommand.class, WalShowCommand.class},
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {
            "  underbase combinedlog wal enable",
            "  underbase combinedlog wal enable --vector log=3",
            "  underbase combinedlog wal disable"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:success", "1:failure; standard error contains the reason in one line", "2:invalid usage"})
final class WalCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "missing command: expected enable, disable or show");
    }
}
