package org.underbase.exalt.harness.load;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Result of a replay.
 *
 * @param commands counters by command
 * @param unsupported number of entries whose command is not replayed
 * @param unreadable number of lines that are not audit entries
 * @param late number of calls with a delay of more than 5 ms
 * @param lateMillis total delay of these calls, in milliseconds
 */
public record Replayed(Map<String, Calls> commands, long unsupported, long unreadable, long late, long lateMillis) {
    /** Empty result. */
    public static final Replayed NOTHING = new Replayed(Map.of(), 0, 0, 0, 0);

    /**
     * Counters of one command.
     *
     * @param made number of calls
     * @param refused number of calls that the NameNode rejected, for example because a file was missing
     * @param nanos total time of the calls, in nanoseconds
     */
    public record Calls(long made, long refused, long nanos) {
        /**
         * Returns the mean time of a call.
         *
         * @return time in milliseconds
         */
        public double meanMillis() {
            return made == 0 ? 0 : nanos / 1e6 / made;
        }
    }

    public Replayed {
        commands = Collections.unmodifiableMap(new TreeMap<>(commands));
    }
}
