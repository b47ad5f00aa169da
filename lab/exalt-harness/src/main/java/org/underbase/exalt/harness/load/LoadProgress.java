package org.underbase.exalt.harness.load;

/**
 * Progress of the clients of a JVM, written as a line of JSON every second and at the end.
 *
 * @param begin start of the clients, in milliseconds since the epoch
 * @param millis current time, in milliseconds since the epoch
 * @param files number of completed files, rows or calls
 * @param bytes number of completed bytes
 * @param operations number of completed client calls, each with a round trip
 * @param operationNanos total time of these calls, in nanoseconds
 * @param errors number of failed calls and of files with unexpected content
 * @param firstError message of the first error; empty if no error occurred
 * @param replayed counters of a replay
 * @param end whether this is the last line
 */
public record LoadProgress(
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
    /** Progress before the first line. */
    public static final LoadProgress NOTHING = new LoadProgress(0, 0, 0, 0, 0, 0, 0, "", Replayed.NOTHING, false);

    /**
     * Returns the time that the clients have worked.
     *
     * @return time in seconds, more than 0
     */
    public double seconds() {
        return Math.max(millis - begin, 1) / 1e3;
    }
}
