package org.underbase.testbed.process;

/** Description of a process' exit. */
public final class ExitCode {
    /** Description of a process that signal 9 killed. */
    public static final String KILLED = "killed, by kill -9 or by the kernel because memory ran out";

    /** Exit code of a process that signal 9 killed, in shells and Java. */
    private static final int SIGNAL_9 = 128 + 9;

    private ExitCode() {}

    /**
     * Describes the exit of a process.
     *
     * @param process process that has exited
     * @return {@link #KILLED} or the exit code
     */
    public static String of(Process process) {
        if (process.isAlive()) {
            return "exit code unknown";
        }
        return process.exitValue() == SIGNAL_9 ? KILLED : "exit code " + process.exitValue();
    }
}
