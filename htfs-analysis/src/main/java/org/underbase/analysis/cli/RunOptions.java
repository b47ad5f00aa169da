package org.underbase.analysis.cli;

import java.nio.file.Path;
import org.underbase.analysis.Analysis;
import org.underbase.analysis.stage.StageRunner;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
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

    @Mixin
    private ResourceOptions resources = new ResourceOptions();

    @Option(
            names = "--work",
            paramLabel = "DIR",
            description =
                    "Keep finished stages in this directory, so that the same command continues after a kill. They are"
                            + " deleted at the end. This needs twice the space of temporary files.")
    private Path work;

    /** Rejects invalid values. */
    void check(CommandLine line) {
        resources.check(line);
        if (!place.equals(LOCAL) && StageRunner.named(place).isEmpty()) {
            throw new ParameterException(line, "invalid --on " + place + ": must be local or yarn");
        }
    }

    Analysis apply(Analysis analysis) {
        Analysis placed = StageRunner.named(place).map(analysis::on).orElse(analysis);
        Analysis kept = work == null ? placed : placed.resumable(work);
        return kept.withThreads(resources.threads()).withSpill(resources.temporary(), resources.memoryBytes());
    }
}
