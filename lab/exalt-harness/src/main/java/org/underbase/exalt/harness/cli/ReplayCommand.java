package org.underbase.exalt.harness.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.underbase.exalt.harness.load.AuditLog;
import org.underbase.exalt.harness.load.LoadSpec;
import org.underbase.exalt.harness.load.ReplaySpec;
import org.underbase.exalt.harness.run.RunOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code underbase exalt replay}. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Start a cluster, make the calls of NameNodes' audit logs again, tell what was measured, and remove it.",
            "",
            "Reads what Dynamometer reads: a NameNode's own log, and Hive's table of one with a byte 1 between its columns;"
                    + " files that end in .gz are unpacked. All logs begin at the same time. The namespace is empty at the"
                    + " beginning, and permissions are not looked at; calls that the NameNode refuses are counted."
        },
        footer = {
            "",
            "Exit codes: 0 replayed, 1 failure or errors of clients, 2 wrong usage.",
            "",
            "Examples:",
            "  underbase exalt replay hdfs-audit.log --rate 2 --datanodes 100",
            "  underbase exalt replay part-*.gz --rate 0 --threads 200 --handlers 64 --out result"
        })
final class ReplayCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "An audit log.")
    private List<Path> files = List.of();

    @Option(
            names = "--rate",
            paramLabel = "R",
            defaultValue = "1",
            description = "Seconds of the logs that pass in one; 0 for as fast as the NameNode answers."
                    + " Default: ${DEFAULT-VALUE}.")
    private double rate;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "100",
            description = "Threads that make calls; those of one path are made by one, in order."
                    + " Default: ${DEFAULT-VALUE}.")
    private int threads;

    @Option(
            names = "--no-blocks",
            description = "New files stay empty; without it they get a byte each, and so a block.")
    private boolean noBlocks;

    @Option(names = "--seconds", paramLabel = "T", defaultValue = "0", description = "End after so long at the latest.")
    private long seconds;

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
                throw new ParameterException(spec.commandLine(), "the audit log " + file + " cannot be read");
            }
            try {
                new AuditLog(file).first();
            } catch (IOException e) {
                throw new ParameterException(spec.commandLine(), e.getMessage(), e);
            }
        }
        if (threads < 1 || seconds < 0) {
            throw new ParameterException(spec.commandLine(), "--threads should be 1 or more, --seconds 0 or more");
        }
        try {
            ReplaySpec replay = new ReplaySpec(
                    files.stream().map(file -> file.toAbsolutePath().toString()).toList(), rate, !noBlocks);
            return new RunOptions(
                    cluster.options(Map.of("dfs.permissions.enabled", "false")),
                    LoadSpec.replaying(replay, threads, seconds),
                    0,
                    result.profile());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
