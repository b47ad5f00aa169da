package org.underbase.workload.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.underbase.operator.output.DurationConverter;
import org.underbase.operator.output.SizeConverter;
import org.underbase.workload.dfsio.DfsioOptions;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options that select the files and the way they are accessed. */
final class DfsioFiles {
    @Mixin
    private ClientConfiguration configuration = new ClientConfiguration();

    @Option(
            names = "--path",
            paramLabel = "DIR",
            required = true,
            description = "Directory of the files; without a scheme on the default file system.")
    private String path = "";

    @Option(
            names = "--files",
            paramLabel = "N",
            defaultValue = "4",
            description = "Number of files. Default: ${DEFAULT-VALUE}.")
    private int files;

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            defaultValue = "64m",
            description = "Size of each file. Default: ${DEFAULT-VALUE}.")
    private long size;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "4",
            description = "Concurrent threads. Default: ${DEFAULT-VALUE}.")
    private int threads;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of contents and random offsets. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--stall",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            defaultValue = "5m",
            description = "Maximum duration of one call. Default: ${DEFAULT-VALUE}.")
    private Duration stall = Duration.ZERO;

    /** Creates the options of a phase. Invalid values are usage errors of {@code command}. */
    DfsioOptions options(CommandLine command, long request, boolean verify, Duration reportEvery) {
        try {
            int bytes = (int) Math.min(request, Integer.MAX_VALUE);
            return new DfsioOptions(new Path(path), files, size, threads, bytes, seed, verify, stall, reportEvery);
        } catch (IllegalArgumentException invalid) {
            throw new ParameterException(command, invalid.getMessage(), invalid);
        }
    }

    /** Opens the file system of the path. */
    FileSystem fileSystem() throws IOException {
        Configuration conf = configuration.read(Map.of());
        return FileSystem.newInstance(new Path(path).toUri(), conf);
    }
}
