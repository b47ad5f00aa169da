package org.underbase.workload.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.underbase.operator.output.SizeConverter;
import org.underbase.workload.dfsio.Dfsio;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code underbase workload dfsio read}. */
@Command(
        name = "read",
        mixinStandardHelpOptions = true,
        description = "Read the files of 'write' from beginning to end.",
        footer = {
            "",
            "Exit codes: 0 success, 1 failure, 2 invalid usage, 130 interrupted.",
            "",
            "Example:",
            "  underbase workload dfsio read --path hdfs://host:8020/bench --files 8 --size 128m --verify"
        })
final class DfsioReadCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private DfsioFiles files;

    @Mixin
    private ReportOptions report;

    @Option(
            names = "--request",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            defaultValue = "1m",
            description = "Size of one read, maximum 1m. Default: ${DEFAULT-VALUE}.")
    private long request;

    @Option(names = "--verify", description = "Compare the data read with the data written.")
    private boolean verify;

    @Override
    public Integer call() throws IOException {
        return new DfsioPhase(spec.commandLine(), report)
                .run("read", files, files.options(spec.commandLine(), request, verify, report.every()), Dfsio::read);
    }
}
