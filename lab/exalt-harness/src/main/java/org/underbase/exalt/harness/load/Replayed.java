package org.underbase.exalt.harness.load;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What was made again of an audit log.
 *
 * @param commands by name
 * @param unsupported entries of no command that is made again
 * @param unreadable lines that are no entry
 * @param late calls that were made more than 5 ms after their time
 * @param lateMillis the sum of how much
 */
public record Replayed(Map<String, Calls> commands, long unsupported, long unreadable, long late, long lateMillis) {
    /** Nothing. */
    public static final Replayed NOTHING = new Replayed(Map.of(), 0, 0, 0, 0);

    /**
     * Those of one command.
     *
     * @param made how many
     * @param refused how many of these the NameNode refused: a file that is not there, for one
     * @param nanos sum of the time that all of these took
     */
    public record Calls(long made, long refused, long nanos) {
        /**
         * How long one took.
         *
         * @return milliseconds
         */
        public double meanMillis() {
            return made == 0 ? 0 : nanos / 1e6 / made;
        }
    }

    public Replayed {
        commands = Collections.unmodifiableMap(new TreeMap<>(commands));
    }
}
