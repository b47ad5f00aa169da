package org.underbase.testbed.process;

import java.util.List;

/**
 * What a command did.
 *
 * @param command the command and its arguments
 * @param exitCode its exit code
 * @param out what it wrote to standard output
 * @param err what it wrote to standard error
 */
public record CommandResult(List<String> command, int exitCode, String out, String err) {
    public CommandResult {
        command = List.copyOf(command);
    }

    /** The result itself when the command succeeded. */
    public CommandResult orThrow() throws CommandFailedException {
        if (exitCode != 0) {
            throw new CommandFailedException(this);
        }
        return this;
    }
}
