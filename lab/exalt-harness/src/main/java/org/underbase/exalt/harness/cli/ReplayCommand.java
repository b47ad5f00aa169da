package org.underbase.exalt.harness.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.underbase.exalt.harness.load.AuditLog;
import org.underbase.exalt.harness.load.LoadSpec;
import org.underbase.exalt.harness.load.ReplaySpec;
import org.underbase.exalt.harness.run.RunOptions;
import org.underbase.operator.output.DurationConverter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command {@code underbase exalt replay}. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Replay NameNode audit logs on a new cluster, report the measurements, and remove the cluster.",
            "",
            "Reads the formats of Dynamometer: a NameNode's audit log, and a Hive table of one with columns separated by byte 1."
                    + " Files that end in .gz are decompressed. All logs start at the same time. The namespace is empty at the"
                    + " start, and permissions are disabled. Calls that the NameNode rejects are counted."
        },
        footer = {
            "",
            "Exit codes: 0 replayed, 1 failure or client errors, 2 invalid usage.",
            "",
            "Examples:",
            "  underbase exalt replay hdfs-audit.log --rate 2 --datanodes 100",
            "  underbase exalt replay part-*.gz --rate 0 --threads 200 --handlers 64 --out result"
        })
final class ReplayCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Audit log.")
    private List<Path> files = List.of();

    @Option(
            names = "--rate",
            paramLabel = "R",
            defaultValue = "1",
            description = "Speed: seconds of the logs per second; 0 for as fast as the NameNode answers. Default:"
                    + " ${DEFAULT-VALUE}.")
    private double rate;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "100",
            description =
                    "Threads that make calls. One thread makes all calls of a path, in order. Default: ${DEFAULT-VALUE}.")
    private int threads;

    @Option(
            names = "--no-blocks",
            description = "Keep new files empty. Default: write one byte, which allocates a block.")
    private boolean noBlocks;

    @Option(
            names = "--duration",
            paramLabel = "T",
            converter = DurationConverter.class,
            defaultValue = "0",
            description = "Maximum time to replay, such as 90s or 5m; 0 for unlimited. Default: ${DEFAULT-VALUE}.")
    private Duration duration = Duration.ZERO;

    @Mixin
    private ClusterMixin cluster = new ClusterMixin();

    @Mixin
    private ResultMixin result = new ResultMixin();

    @Override
    public Integer call() throws IOException, InterruptedException {
        return result.run(options(), spec.commandLine());
    }

    private RunOptions options() {
        for (Path file : files) {
            if (!Files.isReadable(file) || Files.isDirectory(file)) {
                throw new ParameterException(spec.commandLine(), "cannot read audit log " + file);
            }
            try {
                new AuditLog(file).first();
            } catch (IOException e) {
                throw new ParameterException(spec.commandLine(), e.getMessage(), e);
            }
        }
        if (threads < 1) {
            throw new ParameterException(spec.commandLine(), "invalid --threads " + threads + ": must be at least 1");
        }
        try {
            ReplaySpec replay = new ReplaySpec(
                    files.stream().map(file -> file.toAbsolutePath().toString()).toList(), rate, !noBlocks);
            return new RunOptions(
                    cluster.options(Map.of("dfs.permissions.enabled", "false")),
                    LoadSpec.replaying(replay, threads, duration.plusMillis(999).toSeconds()),
                    0,
                    result.profile());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
