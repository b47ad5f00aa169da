package org.underbase.tier.cli;

import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options of every verb that changes something. */
final class ChangeOptions {
    @Option(
            names = "--dry-run",
            description =
                    "Check everything, change nothing; say how many files and bytes it would be and how long it would "
                            + "take.")
    private boolean dryRun;

    @Option(
            names = {"-w", "--wait"},
            description = "Wait until every replica is in its place, with progress on standard error.")
    private boolean await;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            description =
                    "With -w, how long at most, as 90s, 10m or 1h; then the exit code is 3 and the change goes on in "
                            + "the background. Default: no limit.")
    private Optional<String> timeout = Optional.empty();

    @Option(
            names = "-R",
            description = "Every file below the directory, each by itself. One that fails does not stop the others.")
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

    /** @throws ParameterException when options contradict each other */
    Duration timeout(CommandSpec spec) {
        if (dryRun && await) {
            throw new ParameterException(spec.commandLine(), "--dry-run changes nothing that -w could wait for");
        }
        if (timeout.isPresent() && !await) {
            throw new ParameterException(spec.commandLine(), "--timeout is for -w");
        }
        return timeout.map(text -> Arguments.duration(spec, "--timeout", text)).orElse(Duration.ofDays(36500));
    }
}
