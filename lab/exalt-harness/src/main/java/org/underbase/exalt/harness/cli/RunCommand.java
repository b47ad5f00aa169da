package org.underbase.exalt.harness.cli;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.underbase.exalt.harness.load.LoadSpec;
import org.underbase.exalt.harness.run.RunOptions;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code underbase exalt run}. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Start a cluster, write to it, read all of it back, tell what was measured, and remove it.",
            "",
            "The NameNode is real, in a JVM of its own. Says how far it is on standard error. Everything is removed at the"
                    + " end, at Ctrl-C, and when this process is killed."
        },
        footer = {
            "",
            "Exit codes: 0 all that was written was read back, 1 failure or errors of clients, 2 wrong usage.",
            "",
            "Examples:",
            "  underbase exalt run --datanodes 200 --seconds 60 --out result",
            "  underbase exalt run --datanodes 12 --real-datanodes 1 --files 20 --file-size 1g --json",
            "  underbase exalt run --datanodes 12 --region-servers 4 --regions 40 --seconds 30",
            "  underbase exalt run --datanodes 600 --handlers 64 -D dfs.namenode.fs-limits.max-directory-items=6400000"
        })
final class RunCommand implements Callable<Integer> {
    private static final long LEAST_BLOCK = 1 << 20;
    private static final Map<String, String> DECIDED = Map.of(
            "dfs.replication", "--replication says how many replicas blocks have",
            "dfs.blocksize", "--block-size says how large blocks are");
    private static final List<String> OF_FILES = List.of("--files", "--file-size");

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
            description = "Threads that write at the same time. Default: ${DEFAULT-VALUE}.")
    private int writers;

    @Option(
            names = "--readers",
            paramLabel = "N",
            defaultValue = "4",
            description = "Threads that read it all afterwards and compare every byte; 0 for none."
                    + " Default: ${DEFAULT-VALUE}.")
    private int readers;

    @Option(
            names = "--file-size",
            paramLabel = "SIZE",
            converter = Size.class,
            defaultValue = "256m",
            description = "Bytes of a file. Default: ${DEFAULT-VALUE}.")
    private long fileSize;

    @Option(
            names = "--block-size",
            paramLabel = "SIZE",
            converter = Size.class,
            defaultValue = "128m",
            description = "Bytes of a block. Default: ${DEFAULT-VALUE}, Hadoop's.")
    private long blockSize;

    @Option(
            names = "--replication",
            paramLabel = "N",
            defaultValue = "3",
            description = "Replicas of each block. Default: ${DEFAULT-VALUE}.")
    private short replication;

    @Option(
            names = "--seconds",
            paramLabel = "T",
            description = "How long is written. Default: 30, and no bound when --files is given.")
    private Optional<Long> seconds = Optional.empty();

    @Option(
            names = "--files",
            paramLabel = "F",
            defaultValue = "0",
            description = "How many files are written at most; 0 for no bound. Default: ${DEFAULT-VALUE}.")
    private long files;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "Seed of every random choice of the clients. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Mixin
    private ResultMixin result = new ResultMixin();

    @Override
    public Integer call() throws IOException, InterruptedException {
        return result.run(options(), spec.commandLine());
    }

    /** What would have no effect was meant to have one. */
    private void checkMeant() {
        CommandLine.ParseResult given = spec.commandLine().getParseResult();
        for (String option : hbase.wanted() ? OF_FILES : HBaseMixin.OF_ROWS) {
            if (given.hasMatchedOption(option)) {
                throw new IllegalArgumentException(
                        hbase.wanted()
                                ? option
                                        + ": with --region-servers no files are written; --rows and --value-size say how much"
                                : option + " is about HBase: it needs --region-servers");
            }
        }
    }

    private RunOptions options() {
        try {
            checkMeant();
            cluster.checkSettings(DECIDED);
            // Blocks smaller than Hadoop allows by default are for tests of the NameNode.
            Map<String, String> more = blockSize < LEAST_BLOCK
                    ? Map.of("dfs.namenode.fs-limits.min-block-size", Long.toString(blockSize))
                    : Map.of();
            if (blockSize % cluster.bytesPerChecksum() != 0) {
                throw new IllegalArgumentException("a block of " + blockSize + " bytes does not consist of chunks of "
                        + cluster.bytesPerChecksum() + " bytes, one for each checksum: HDFS refuses that");
            }
            LoadSpec write = new LoadSpec(
                    LoadSpec.Kind.WRITE,
                    "/exalt",
                    writers,
                    fileSize,
                    files,
                    seconds.orElse(files == 0 ? 30L : 0L),
                    replication,
                    blockSize,
                    1,
                    seed);
            if (hbase.wanted()) {
                return new RunOptions(
                        cluster.options(hbase.settings(replication, blockSize)).with(hbase.options()),
                        hbase.load(writers, readers, seconds, replication, seed),
                        readers,
                        result.profile());
            }
            return new RunOptions(cluster.options(more), write, readers, result.profile());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
