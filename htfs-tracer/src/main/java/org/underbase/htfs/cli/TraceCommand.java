package org.underbase.htfs.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code underbase trace}: the verbs on traces. */
@Command(
        name = "trace",
        mixinStandardHelpOptions = true,
        description = "Look into traces of HDFS calls: summary, events, integrity, CSV.",
        synopsisSubcommandLabel = "VERB",
        subcommands = {StatCommand.class, CatCommand.class, VerifyCommand.class, ExportCommand.class},
        footer = {
            "",
            "Each verb takes files, directories (all segments in them and below) and globs, local or with a scheme such as"
                    + " hdfs://. Globs are to be quoted when the shell shall not expand them.",
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
        throw new ParameterException(spec.commandLine(), "name a verb: stat, cat, verify or export");
    }
}
