package org.underbase.testbed.process;

import java.io.IOException;

/** Thrown when a command returns an exit code other than 0. The message is one line; the result contains all output. */
public final class CommandFailedException extends IOException {
    private static final long serialVersionUID = 1;

    private final transient CommandResult result;

    CommandFailedException(CommandResult result) {
        super(String.join(" ", result.command()) + ": exit code " + result.exitCode() + ": " + lastLine(result));
        this.result = result;
    }

    /** Returns the result with all output. */
    public CommandResult result() {
        return result;
    }

    private static String lastLine(CommandResult result) {
        String text = result.err().isBlank() ? result.out() : result.err();
        return text.isBlank() ? "(no output)" : text.strip().lines().reduce("", (a, b) -> b);
    }
}
