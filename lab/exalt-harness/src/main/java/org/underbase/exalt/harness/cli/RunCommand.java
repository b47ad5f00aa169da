package org.underbase.exalt.harness.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.underbase.exalt.harness.load.LoadSpec;
import org.underbase.exalt.harness.run.RunOptions;
import org.underbase.operator.output.DurationConverter;
import org.underbase.operator.output.SizeConverter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command {@code underbase exalt run}. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Start a cluster, write to it, read everything back, report the measurements, and remove the cluster.",
            "",
            "The NameNode is real and has a separate JVM. Progress goes to standard error. Everything is removed at the end, on"
                    + " Ctrl-C, and when this process is killed."
        },
        footer = {
            "",
            "Exit codes: 0 all written data was read back, 1 failure or client errors, 2 invalid usage.",
            "",
            "Examples:",
            "  underbase exalt run --datanodes 200 --duration 60s --out result",
            "  underbase exalt run --datanodes 12 --real-datanodes 1 --files 20 --file-size 1g --json",
            "  underbase exalt run --datanodes 12 --region-servers 4 --regions 40 --duration 30s",
            "  underbase exalt run --datanodes 600 --handlers 64 -D dfs.namenode.fs-limits.max-directory-items=6400000"
        })
final class RunCommand implements Callable<Integer> {
    private static final long MIN_BLOCK = 1 << 20;
    private static final long DEFAULT_SECONDS = 30;
    private static final Map<String, String> DECIDED = Map.of(
            "dfs.replication", "set --replication instead",
            "dfs.blocksize", "set --block-size instead");
    private static final List<String> FILE_OPTIONS = List.of("--files", "--file-size");

    @Spec
    private CommandSpec spec;

    @Mixin
    private ClusterMixin cluster = new ClusterMixin();

    @Mixin
    private HBaseMixin hbase = new HBaseMixin();

    @Option(
            names = "--writers",
            paramLabel = "W",
            defaultValue = "4",
            description = "Concurrent writer threads. Default: ${DEFAULT-VALUE}.")
    private int writers;

    @Option(
            names = "--readers",
            paramLabel = "N",
            defaultValue = "4",
            description =
                    "Threads that read everything back and compare every byte; 0 for none. Default: ${DEFAULT-VALUE}.")
    private int readers;

    @Option(
            names = "--file-size",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            defaultValue = "256m",
            description = "Size of a file. Default: ${DEFAULT-VALUE}.")
    private long fileSize;

    @Option(
            names = "--block-size",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            defaultValue = "128m",
            description = "Size of a block. Default: ${DEFAULT-VALUE}, as in Hadoop.")
    private long blockSize;

    @Option(
            names = "--replication",
            paramLabel = "N",
            defaultValue = "3",
            description = "Replicas of each block. Default: ${DEFAULT-VALUE}.")
    private short replication;

    @Option(
            names = "--duration",
            paramLabel = "T",
            converter = DurationConverter.class,
            description = "Time that clients write, such as 90s or 5m. Default: 30s; unlimited with --files or --rows.")
    private Duration duration;

    @Option(
            names = "--files",
            paramLabel = "F",
            defaultValue = "0",
            description = "Maximum number of files to write; 0 for unlimited. Default: ${DEFAULT-VALUE}.")
    private long files;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "Random seed of the clients. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Mixin
    private ResultMixin result = new ResultMixin();

    @Override
    public Integer call() throws IOException, InterruptedException {
        return result.run(options(), spec.commandLine());
    }

    /** Rejects options that would have no effect. */
    private void checkEffective() {
        CommandLine.ParseResult given = spec.commandLine().getParseResult();
        for (String option : hbase.wanted() ? FILE_OPTIONS : HBaseMixin.ROW_OPTIONS) {
            if (given.hasMatchedOption(option)) {
                throw new IllegalArgumentException(
                        hbase.wanted()
                                ? option + " has no effect with --region-servers: set --rows and --value-size instead"
                                : option + " needs --region-servers");
            }
        }
    }

    /** @param unlimited whether only the time limits the load */
    private long seconds(boolean unlimited) {
        if (duration == null) {
            return unlimited ? DEFAULT_SECONDS : 0;
        }
        return duration.plusMillis(999).toSeconds();
    }

    private RunOptions options() {
        try {
            checkEffective();
            cluster.checkSettings(DECIDED);
            // Tests of the NameNode need blocks below Hadoop's default minimum.
            Map<String, String> more = blockSize < MIN_BLOCK
                    ? Map.of("dfs.namenode.fs-limits.min-block-size", Long.toString(blockSize))
                    : Map.of();
            if (blockSize % cluster.bytesPerChecksum() != 0) {
                throw new IllegalArgumentException("invalid --block-size " + blockSize + ": must be a multiple of "
                        + cluster.bytesPerChecksum() + " bytes per checksum");
            }
            LoadSpec write = new LoadSpec(
                    LoadSpec.Kind.WRITE,
                    "/exalt",
                    writers,
                    fileSize,
                    files,
                    seconds(files == 0),
                    replication,
                    blockSize,
                    1,
                    seed);
            if (hbase.wanted()) {
                return new RunOptions(
                        cluster.options(hbase.settings(replication, blockSize)).with(hbase.options()),
                        hbase.load(writers, readers, seconds(hbase.unlimitedRows()), replication, seed),
                        readers,
                        result.profile());
            }
            return new RunOptions(cluster.options(more), write, readers, result.profile());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
