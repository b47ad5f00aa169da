package org.underbase.tier.cli;

import java.time.Duration;
import org.underbase.operator.output.DurationConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options of the commands that change files or directories. */
final class ChangeOptions {
    private static final Duration UNLIMITED = Duration.ofDays(36500);

    @Option(
            names = "--dry-run",
            description =
                    "Validate the change without making it; print the number of files and bytes and an estimate of the time.")
    private boolean dryRun;

    @Option(
            names = {"-w", "--wait"},
            description = "Wait until all replicas are placed; print progress on standard error.")
    private boolean await;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            description =
                    "With -w, maximum time to wait, such as 90s, 10m or 1h; afterwards the exit code is 3 and the change "
                            + "continues in the background. Default: unlimited.",
            converter = DurationConverter.class)
    private Duration timeout = UNLIMITED;

    @Option(
            names = "-R",
            description = "Change every file below the directory separately. A failed file does not stop the others.")
    private boolean recursive;

    boolean dryRun() {
        return dryRun;
    }

    boolean await() {
        return await;
    }

    boolean recursive() {
        return recursive;
    }

    /**
     * Returns the maximum time to wait.
     *
     * @throws ParameterException if options contradict each other
     */
    Duration timeout(CommandSpec spec) {
        if (dryRun && await) {
            throw new ParameterException(spec.commandLine(), "--dry-run cannot be combined with -w");
        }
        if (!timeout.equals(UNLIMITED) && !await) {
            throw new ParameterException(spec.commandLine(), "--timeout requires -w");
        }
        return timeout;
    }
}
