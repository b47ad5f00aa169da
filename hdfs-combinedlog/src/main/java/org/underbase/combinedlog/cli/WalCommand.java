package org.underbase.combinedlog.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code underbase combinedlog wal}. */
@Command(
        name = "wal",
        mixinStandardHelpOptions = true,
        description = {
            "Chooses on which DataNodes the replicas of HBase's WALs are, and undoes it.",
            "",
            "The directories are WALs, oldWALs, MasterData/WALs and MasterData/oldWALs below hbase.wal.dir or, where that is "
                    + "not set, hbase.rootdir. Where every DataNode has a combined log this is not needed: WALs gain "
                    + "wherever they are."
        },
        subcommands = {WalEnableCommand.class, WalDisableCommand.class, WalShowCommand.class},
        synopsisSubcommandLabel = "VERB",
        footerHeading = "%nExamples:%n",
        footer = {
            "  underbase combinedlog wal enable",
            "  underbase combinedlog wal enable --vector log=3",
            "  underbase combinedlog wal disable"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:success", "1:failure, with one line that says why", "2:wrong usage"})
final class WalCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "say what to do: enable, disable or show");
    }
}
