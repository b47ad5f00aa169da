package org.underbase.analysis.cli;

import java.nio.file.Path;
import org.underbase.analysis.Analysis;
import org.underbase.analysis.stage.StageRunner;
import org.underbase.operator.output.SizeConverter;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options of {@code analyze} about the place and the resources of its computation. */
final class RunOptions {
    private static final String LOCAL = "local";

    @Option(
            names = "--on",
            paramLabel = "PLACE",
            defaultValue = LOCAL,
            description =
                    "Where to compute: local, in this process, or yarn, as MapReduce jobs on the cluster of --conf."
                            + " --threads, --memory, --tmp and --work apply to local. Default: ${DEFAULT-VALUE}.")
    private String place;

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
        if (!place.equals(LOCAL) && StageRunner.named(place).isEmpty()) {
            throw new ParameterException(line, "invalid --on " + place + ": must be local or yarn");
        }
    }

    Analysis apply(Analysis analysis) {
        Analysis placed = StageRunner.named(place).map(analysis::on).orElse(analysis);
        Analysis threaded = threads == 0 ? placed : placed.withThreads(threads);
        Analysis kept = work == null ? threaded : threaded.resumable(work);
        return kept.withSpill(
                temporary == null ? analysis.settings().temporary() : temporary,
                memory == null ? analysis.settings().memoryBytes() : memory);
    }
}
