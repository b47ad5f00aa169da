package org.underbase.analysis.cli;

import java.util.List;
import org.underbase.analysis.Analysis;
import org.underbase.analysis.figure.Definitions;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options of {@code analyze} about its figures. */
final class FigureOptions {
    @Option(
            names = "--only",
            paramLabel = "FIGURE",
            split = ",",
            description =
                    "Compute these figures and the summary only, such as layers,heat; an unknown name prints the list."
                            + " Some need no files: with these alone, the trace is read once.")
    private List<String> only = List.of();

    @Option(
            names = "--all-replicas",
            description =
                    "Let a read touch all replicas of its data on disks, for the data that no call touched; without this,"
                            + " it touches one.")
    private boolean allReplicas;

    @Option(
            names = "--system",
            description =
                    "Count I/O on HBase's own tables (hbase:*, MasterData) as I/O that serves requests, to compare with"
                            + " older results.")
    private boolean system;

    Analysis apply(Analysis analysis, CommandLine line) {
        Definitions definitions = new Definitions(allReplicas, system);
        Analysis defined = analysis.with(settings -> settings.withDefinitions(definitions));
        try {
            return only.isEmpty() ? defined : defined.with(settings -> settings.only(only));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(line, "invalid --only: " + e.getMessage(), e);
        }
    }
}
