package org.underbase.tier.cli;

/** One-line form of failures. */
public final class OneLine {
    private OneLine() {}

    /** Returns the first line of the first message: the messages of Hadoop's remote exceptions contain stack traces. */
    public static String of(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            String message = t.getMessage();
            if (message != null && !message.isBlank()) {
                return message.strip().lines().findFirst().orElse("");
            }
        }
        return failure.getClass().getSimpleName();
    }
}
