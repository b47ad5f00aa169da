package org.underbase.tier.cli;

/** A failure in one line. */
final class OneLine {
    private OneLine() {}

    /** The first line that says something: Hadoop's remote exceptions carry whole stacks in their message. */
    static String of(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            String message = t.getMessage();
            if (message != null && !message.isBlank()) {
                return message.strip().lines().findFirst().orElse("");
            }
        }
        return failure.getClass().getSimpleName();
    }
}
