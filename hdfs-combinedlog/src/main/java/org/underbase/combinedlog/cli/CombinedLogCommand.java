package org.underbase.combinedlog.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code underbase combinedlog}. */
@Command(
        name = "combinedlog",
        mixinStandardHelpOptions = true,
        description = {
            "Looks at a DataNode's combined log, empties it, and puts HBase's WALs where it serves them.",
            "",
            "The combined log makes every hsync of a DataNode one record in one journal. What it is, how it is turned on and "
                    + "removed: docs/combined-log.md."
        },
        subcommands = {StatusCommand.class, ReplayCommand.class, WalCommand.class},
        synopsisSubcommandLabel = "VERB",
        footerHeading = "%nExamples:%n",
        footer = {
            "  underbase combinedlog status --dir /journal/combinedlog",
            "  underbase combinedlog replay --dry-run",
            "  underbase combinedlog wal enable"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:success",
            "1:failure, with one line that says why",
            "2:wrong usage",
            "3:status and replay: a disk lost what it had promised to keep; wal: a directory is not there"
        })
public final class CombinedLogCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "say what to do: status, replay or wal");
    }
}
