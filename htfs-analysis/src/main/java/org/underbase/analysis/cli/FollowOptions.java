package org.underbase.analysis.cli;

import java.io.PrintWriter;
import java.time.Duration;
import org.underbase.operator.output.DurationConverter;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options of {@code analyze} for a trace that is being written. */
final class FollowOptions {
    @Option(
            names = "--follow",
            description =
                    "Analyze the last part of the trace repeatedly until Ctrl-C, and replace the report each time.")
    private boolean follow;

    @Option(
            names = "--every",
            paramLabel = "DURATION",
            defaultValue = "10m",
            converter = DurationConverter.class,
            description = "Time between two begins of an analysis with --follow. Default: ${DEFAULT-VALUE}.")
    private Duration every;

    @Option(
            names = "--window",
            paramLabel = "DURATION",
            defaultValue = "24h",
            converter = DurationConverter.class,
            description = "Length of the part that --follow analyzes, before the present. Default: ${DEFAULT-VALUE}.")
    private Duration window;

    boolean isOn() {
        return follow;
    }

    /** Rejects invalid values. */
    void check(CommandLine line, boolean timeIsSelected) {
        if (follow && timeIsSelected) {
            throw new ParameterException(line, "invalid --from, --to: --follow analyzes the last --window");
        }
        if (every.isZero() || window.isZero()) {
            throw new ParameterException(line, "invalid --every, --window: must be longer than 0s");
        }
    }

    FollowLoop loop(PrintWriter err) {
        return FollowLoop.of(every, window, err);
    }
}
