package org.underbase.analysis.cli;

import java.nio.file.Path;
import org.underbase.operator.output.SizeConverter;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options of commands that read traces with threads, memory and temporary files. */
public final class ResourceOptions {
    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "0",
            description = "Reading threads, 0 for one per core. Default: ${DEFAULT-VALUE}.")
    private int threads;

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description =
                    "Memory for calls, such as 2g; further ones are in temporary files. Default: a quarter of the heap.")
    private Long memory;

    @Option(
            names = "--tmp",
            paramLabel = "DIR",
            description = "Directory for temporary files. Default: that of the JVM, java.io.tmpdir.")
    private Path temporary;

    /** Rejects invalid values. */
    public void check(CommandLine line) {
        if (threads < 0) {
            throw new ParameterException(line, "invalid --threads " + threads + ": must be at least 0");
        }
    }

    /** Returns the number of reading threads, at least 1. */
    public int threads() {
        return threads == 0 ? Runtime.getRuntime().availableProcessors() : threads;
    }

    /** Returns the directory for temporary files. */
    public Path temporary() {
        return temporary == null ? Path.of(System.getProperty("java.io.tmpdir")) : temporary;
    }

    /** Returns the memory for calls, in bytes. */
    public long memoryBytes() {
        return memory == null ? Runtime.getRuntime().maxMemory() / 4 : memory;
    }
}
