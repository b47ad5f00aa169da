package org.underbase.analysis.cli;

import java.nio.file.Path;
import org.underbase.analysis.Analysis;
import org.underbase.operator.output.SizeConverter;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options of {@code analyze} about the resources of this machine. */
final class RunOptions {
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
                    "Memory for the calls on files, such as 2g; further ones are in temporary files. Default: a quarter"
                            + " of the heap.")
    private Long memory;

    @Option(
            names = "--tmp",
            paramLabel = "DIR",
            description = "Directory for temporary files. Default: that of the JVM, java.io.tmpdir.")
    private Path temporary;

    @Option(
            names = "--work",
            paramLabel = "DIR",
            description =
                    "Keep finished stages in this directory, so that the same command continues after a kill. They are"
                            + " deleted at the end. This needs twice the space of temporary files.")
    private Path work;

    /** Rejects invalid values. */
    void check(CommandLine line) {
        if (threads < 0) {
            throw new ParameterException(line, "invalid --threads " + threads + ": must be at least 0");
        }
    }

    Analysis apply(Analysis analysis) {
        Analysis threaded = threads == 0 ? analysis : analysis.withThreads(threads);
        Analysis kept = work == null ? threaded : threaded.resumable(work);
        return kept.withSpill(
                temporary == null ? analysis.settings().temporary() : temporary,
                memory == null ? analysis.settings().memoryBytes() : memory);
    }
}
