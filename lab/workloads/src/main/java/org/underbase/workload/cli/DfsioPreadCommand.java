package org.underbase.workload.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.underbase.operator.output.DurationConverter;
import org.underbase.operator.output.SizeConverter;
import org.underbase.workload.dfsio.DfsioOptions;
import org.underbase.workload.drive.Bounds;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code underbase workload dfsio pread}. */
@Command(
        name = "pread",
        mixinStandardHelpOptions = true,
        description = "Read from the files of 'write' at random offsets with positional reads.",
        footer = {
            "",
            "Exit codes: 0 success, 1 failure, 2 invalid usage, 130 interrupted.",
            "",
            "Example:",
            "  underbase workload dfsio pread --path hdfs://host:8020/bench --files 8 --size 128m --duration 1m"
        })
final class DfsioPreadCommand implements Callable<Integer> {
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
            defaultValue = "4k",
            description = "Size of one read, maximum 1m. Default: ${DEFAULT-VALUE}.")
    private long request;

    @Option(names = "--reads", paramLabel = "N", description = "End after this many reads.")
    private Long reads;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "End after this time. Default: 30s unless --reads is given.")
    private Duration duration;

    @Option(names = "--verify", description = "Compare the data read with the data written.")
    private boolean verify;

    @Override
    public Integer call() throws IOException {
        Duration noBound = reads == null ? Duration.ofSeconds(30) : Bounds.FOREVER;
        Duration limit = duration == null ? noBound : duration;
        long most = reads == null ? Long.MAX_VALUE : reads;
        if (most < 1 || limit.isZero()) {
            throw new ParameterException(spec.commandLine(), "--reads and --duration must be positive");
        }
        DfsioOptions options = files.options(spec.commandLine(), request, verify, report.every());
        return new DfsioPhase(spec.commandLine(), report)
                .run("pread", files, options, (dfsio, fs, progress) -> dfsio.pread(fs, most, limit, progress));
    }
}
