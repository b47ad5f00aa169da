package org.underbase.workload.cli;

import java.io.PrintWriter;
import java.time.Duration;
import org.underbase.workload.drive.Progress;
import picocli.CommandLine.Option;

/** Options of every verb that runs long: how its result and its progress are told. */
final class ReportOptions {
    @Option(names = "--json", description = "Print the result as JSON.")
    private boolean json;

    @Option(
            names = "--progress",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            defaultValue = "5s",
            description = "Distance of the lines of progress on standard error. Default: ${DEFAULT-VALUE}.")
    private Duration every = Duration.ZERO;

    @Option(names = "--quiet", description = "No progress.")
    private boolean quiet;

    boolean json() {
        return json;
    }

    Duration every() {
        return every;
    }

    Progress progress(PrintWriter err) {
        return quiet ? Progress.none() : new ProgressLines(err);
    }
}
