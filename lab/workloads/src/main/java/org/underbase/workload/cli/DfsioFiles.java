package org.underbase.workload.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.underbase.workload.dfsio.DfsioOptions;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options that say which files. */
final class DfsioFiles {
    @Mixin
    private ClientConfiguration configuration = new ClientConfiguration();

    @Option(
            names = "--path",
            paramLabel = "DIR",
            required = true,
            description = "Directory of the files, with the scheme of its file system or in the default one.")
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
            description = "How many work at the same time. Default: ${DEFAULT-VALUE}.")
    private int threads;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of contents and of random places. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--stall",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            defaultValue = "5m",
            description = "Longest time for one call. Default: ${DEFAULT-VALUE}.")
    private Duration stall = Duration.ZERO;

    DfsioOptions options(CommandLine verb, long request, boolean verify, Duration reportEvery) {
        try {
            int bytes = (int) Math.min(request, Integer.MAX_VALUE);
            return new DfsioOptions(new Path(path), files, size, threads, bytes, seed, verify, stall, reportEvery);
        } catch (IllegalArgumentException wrong) {
            throw new ParameterException(verb, wrong.getMessage(), wrong);
        }
    }

    /** The file system of the path. */
    FileSystem fileSystem() throws IOException {
        Configuration conf = configuration.read(Map.of());
        return FileSystem.newInstance(new Path(path).toUri(), conf);
    }
}
