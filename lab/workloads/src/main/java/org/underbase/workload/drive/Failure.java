package org.underbase.workload.drive;

/** Says in one line why something failed. */
public final class Failure {
    private static final int LONGEST = 240;

    private Failure() {}

    /** The innermost cause that says anything: its class and the first line of its message. */
    public static String line(Throwable thrown) {
        Throwable telling = thrown;
        for (Throwable cause = thrown; cause != null && cause != cause.getCause(); cause = cause.getCause()) {
            if (cause.getMessage() != null && !cause.getMessage().isBlank()) {
                telling = cause;
            }
        }
        String name = telling.getClass().getSimpleName();
        if (telling.getMessage() == null) {
            return name;
        }
        String line =
                telling.getMessage().strip().lines().findFirst().orElse("").strip();
        return line.length() > LONGEST ? name + ": " + line.substring(0, LONGEST) + "..." : name + ": " + line;
    }
}
