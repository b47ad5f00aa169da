package org.underbase.workload.drive;

/** Formatter of exceptions in one line. */
public final class Failure {
    private static final int LONGEST = 240;

    private Failure() {}

    /** Formats the innermost cause that has a message: its class and the first line of the message. */
    public static String line(Throwable thrown) {
        Throwable innermost = thrown;
        for (Throwable cause = thrown; cause != null && cause != cause.getCause(); cause = cause.getCause()) {
            if (cause.getMessage() != null && !cause.getMessage().isBlank()) {
                innermost = cause;
            }
        }
        String name = innermost.getClass().getSimpleName();
        if (innermost.getMessage() == null) {
            return name;
        }
        String line =
                innermost.getMessage().strip().lines().findFirst().orElse("").strip();
        return line.length() > LONGEST ? name + ": " + line.substring(0, LONGEST) + "..." : name + ": " + line;
    }
}
