package org.underbase.workload.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.FileSystem;
import org.underbase.operator.output.ExitCode;
import org.underbase.operator.output.PrintableText;
import org.underbase.workload.dfsio.Dfsio;
import org.underbase.workload.dfsio.DfsioOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code underbase workload dfsio delete}. */
@Command(
        name = "delete",
        mixinStandardHelpOptions = true,
        description = "Delete the files of 'write', and their directory if it is then empty.",
        footer = {
            "",
            "Exit codes: 0 success, 1 failure, 2 invalid usage.",
            "",
            "Example:",
            "  underbase workload dfsio delete --path hdfs://host:8020/bench --files 8"
        })
final class DfsioDeleteCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private DfsioFiles files;

    @Override
    public Integer call() throws IOException {
        DfsioOptions options = files.options(spec.commandLine(), 1, false, Duration.ofSeconds(5));
        try (FileSystem fs = files.fileSystem()) {
            int deleted = new Dfsio(options).delete(fs);
            spec.commandLine().getOut().println("deleted " + PrintableText.count(deleted, "file"));
            spec.commandLine().getOut().flush();
            return ExitCode.SUCCESS;
        }
    }
}
