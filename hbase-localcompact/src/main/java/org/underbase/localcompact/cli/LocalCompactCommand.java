package org.underbase.localcompact.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command {@code underbase localcompact}. */
@Command(
        name = "localcompact",
        mixinStandardHelpOptions = true,
        description = {"Show the local compactions of a running HBase cluster.", "", "Guide: docs/local-compaction.md."
        },
        subcommands = StatusCommand.class,
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = "  underbase localcompact status --conf /etc/hbase/conf",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:success",
            "1:failure; standard error contains the reason in one line",
            "2:invalid usage",
            "3:status: a RegionServer does not take part"
        })
public final class LocalCompactCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "missing command: expected status");
    }
}
