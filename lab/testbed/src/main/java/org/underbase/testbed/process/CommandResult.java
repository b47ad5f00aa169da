package org.underbase.testbed.process;

import java.util.List;

/**
 * Result of a command.
 *
 * @param command command and its arguments
 * @param exitCode exit code
 * @param out standard output
 * @param err standard error
 */
public record CommandResult(List<String> command, int exitCode, String out, String err) {
    public CommandResult {
        command = List.copyOf(command);
    }

    /** Returns this result if the command succeeded. */
    public CommandResult orThrow() throws CommandFailedException {
        if (exitCode != 0) {
            throw new CommandFailedException(this);
        }
        return this;
    }
}
