package org.underbase.exalt.harness.load;

/**
 * How far the clients of a JVM are. Written once a second and at the end, a line of JSON each.
 *
 * @param begin when the clients began, in milliseconds since the epoch
 * @param millis now, since the epoch
 * @param files that are done
 * @param bytes that are done
 * @param operations that are done: calls of the client that went to a server and back
 * @param operationNanos sum of the time that these took
 * @param errors calls that failed, and files that were not as they should be
 * @param firstError of these; empty when there is none
 * @param replayed of audit logs, so far
 * @param end whether it is the last line
 */
public record Said(
        long begin,
        long millis,
        long files,
        long bytes,
        long operations,
        long operationNanos,
        long errors,
        String firstError,
        Replayed replayed,
        boolean end) {
    /** Nothing yet. */
    public static final Said NOTHING = new Said(0, 0, 0, 0, 0, 0, 0, "", Replayed.NOTHING, false);

    /**
     * How long the clients have been at work.
     *
     * @return seconds, more than 0
     */
    public double seconds() {
        return Math.max(millis - begin, 1) / 1e3;
    }
}
