package org.underbase.analysis.cli;

import java.util.List;
import org.underbase.analysis.Analysis;
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

    Analysis apply(Analysis analysis, CommandLine line) {
        try {
            return only.isEmpty() ? analysis : analysis.with(settings -> settings.only(only));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(line, "invalid --only: " + e.getMessage(), e);
        }
    }
}
