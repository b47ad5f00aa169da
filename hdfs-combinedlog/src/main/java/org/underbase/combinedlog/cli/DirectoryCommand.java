package org.underbase.combinedlog.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command {@code underbase combinedlog directory}. */
@Command(
        name = "directory",
        mixinStandardHelpOptions = true,
        description = {
            "Select the directories whose files use the journal, and those where hflush is durable.",
            "",
            "A directory's storage policy selects storage types. Each DataNode has a mode for each type: stock (as in HDFS), "
                    + "journal (an hsync goes to the journal) or durable-hflush (an hflush also returns when the bytes are on "
                    + "disk). The keys dfs.datanode.combinedlog.storage.types and "
                    + "dfs.datanode.combinedlog.hflush.durable.storage.types define the modes. They must have the same values in "
                    + "the configuration of this command and of all DataNodes."
        },
        subcommands = {
            DirectorySetCommand.class,
            DirectoryUnsetCommand.class,
            DirectoryShowCommand.class,
            DirectoryCheckCommand.class
        },
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {
            "  underbase combinedlog directory set --mode durable-hflush /hbase/WALs",
            "  underbase combinedlog directory check --datanodes /hbase/WALs"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:success",
            "1:failure; standard error contains the reason in one line",
            "2:invalid usage",
            "3:check: replicas or DataNodes do not have the mode"
        })
final class DirectoryCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "missing command: expected set, unset, show or check");
    }
}
