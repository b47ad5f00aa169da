package org.underbase.testbed.process;

/** How a process ended, in words. */
public final class ExitCode {
    /** Of one that had no chance to say why. */
    public static final String KILLED = "killed, by kill -9 or by the kernel for want of memory";

    /** What a shell, and Java, make of signal 9. */
    private static final int SIGNAL_9 = 128 + 9;

    private ExitCode() {}

    /**
     * What its exit code says.
     *
     * @param process that may have ended
     * @return {@link #KILLED}, or the code
     */
    public static String of(Process process) {
        if (process.isAlive()) {
            return "exit code unknown";
        }
        return process.exitValue() == SIGNAL_9 ? KILLED : "exit code " + process.exitValue();
    }
}
