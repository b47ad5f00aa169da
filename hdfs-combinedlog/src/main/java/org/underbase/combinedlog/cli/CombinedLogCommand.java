package org.underbase.combinedlog.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command {@code underbase combinedlog}. */
@Command(
        name = "combinedlog",
        mixinStandardHelpOptions = true,
        description = {
            "Show and control the combined logs of DataNodes, replay one offline, and select the directories that use them.",
            "",
            "The combined log records every hsync of a DataNode in one journal. Guide: docs/combined-log.md."
        },
        subcommands = {
            StatusCommand.class,
            ReplayCommand.class,
            DatanodeCommand.class,
            DirectoryCommand.class,
            WalCommand.class
        },
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {
            "  underbase combinedlog status --dir /journal/combinedlog",
            "  underbase combinedlog replay --dry-run",
            "  underbase combinedlog directory set --mode durable-hflush /logs",
            "  underbase combinedlog wal enable"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:success",
            "1:failure; standard error contains the reason in one line",
            "2:invalid usage",
            "3:status and replay: fsynced data is missing; directory check: replicas are misplaced; wal: a directory is missing"
        })
public final class CombinedLogCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(), "missing command: expected status, replay, datanode, directory or wal");
    }
}
