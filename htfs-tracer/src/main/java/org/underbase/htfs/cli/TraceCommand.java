package org.underbase.htfs.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code underbase trace}: commands on traces. */
@Command(
        name = "trace",
        mixinStandardHelpOptions = true,
        description = "Inspect traces of HDFS calls: summary, events, integrity, CSV; import other formats.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            StatCommand.class,
            CatCommand.class,
            VerifyCommand.class,
            ExportCommand.class,
            ImportCommand.class
        },
        footer = {
            "",
            "Each command except import accepts files, directories (all segments in them and their subdirectories) and globs, local or"
                    + " with a scheme such as hdfs://. Quote a glob to protect it from the shell.",
            "",
            "Examples:",
            "  underbase trace stat /var/log/hadoop/underbase-trace",
            "  underbase trace cat --call pread --path '/hbase/data/**' --limit 10 hdfs://nn:8020/traces"
        })
public final class TraceCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        // Other modules add commands.
        throw new ParameterException(
                spec.commandLine(),
                "missing command: expected one of "
                        + String.join(", ", spec.subcommands().keySet()));
    }
}
