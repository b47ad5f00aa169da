package org.underbase.replay.run;

import org.underbase.replay.content.Content;

/**
 * Options of a replay.
 *
 * @param under directory of the replay on the target
 * @param loop when calls begin
 * @param speed divisor of recorded times; infinite for no pauses
 * @param inFlight maximum number of concurrent calls
 * @param content bytes to write
 * @param trim whether unchanged files from before the trace end at the furthest read
 * @param verify whether reads compare their bytes with those that the replay wrote
 * @param clean whether to delete the files of an earlier replay in the directory
 * @param maxDivergence number of divergences after which the replay stops
 */
public record ReplayOptions(
        String under,
        Loop loop,
        double speed,
        int inFlight,
        Content content,
        boolean trim,
        boolean verify,
        boolean clean,
        long maxDivergence) {
    /** When calls begin. */
    public enum Loop {
        /** At their recorded times, however long earlier calls take. */
        OPEN,
        /** After the previous call of their thread and the recorded pause. */
        CLOSED
    }
}
