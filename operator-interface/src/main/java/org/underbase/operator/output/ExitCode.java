package org.underbase.operator.output;

/** Exit codes that every command shares. A command's help lists further ones. */
public final class ExitCode {
    /** The command did what it was asked to do. */
    public static final int SUCCESS = 0;

    /** The command failed; standard error has the reason in one line. */
    public static final int FAILURE = 1;

    /** The command line was invalid; nothing was done. */
    public static final int USAGE = 2;

    /** Ctrl-C or SIGTERM interrupted the command. */
    public static final int INTERRUPTED = 130;

    private ExitCode() {}
}
