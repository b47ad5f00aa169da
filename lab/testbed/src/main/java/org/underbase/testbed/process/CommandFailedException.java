package org.underbase.testbed.process;

import java.io.IOException;

/** A command ended with an exit code other than zero. The message is one line; the whole output is in the result. */
public final class CommandFailedException extends IOException {
    private static final long serialVersionUID = 1;

    private final transient CommandResult result;

    CommandFailedException(CommandResult result) {
        super(String.join(" ", result.command()) + ": exit code " + result.exitCode() + ": " + lastLine(result));
        this.result = result;
    }

    public CommandResult result() {
        return result;
    }

    private static String lastLine(CommandResult result) {
        String text = result.err().isBlank() ? result.out() : result.err();
        return text.isBlank() ? "(no output)" : text.strip().lines().reduce("", (a, b) -> b);
    }
}
