package org.underbase.localcompact.conf;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.StringUtils;

/** Every configuration key of local compaction. All are read by RegionServers; table and family may set those of stores. */
public final class LocalCompactKeys {
    /**
     * A key.
     *
     * @param name the key
     * @param type the kind of value: number, size, duration, boolean, list
     * @param defaultValue where none is set, as text; empty for none
     * @param doc what it does
     */
    public record Key(String name, String type, String defaultValue, String doc) {
        /**
         * Reads true or false.
         *
         * @param conf where it is set
         * @return which
         * @throws BadSettingException where it is neither
         */
        public boolean flag(Configuration conf) {
            return switch (conf.getTrimmed(name, defaultValue).toLowerCase(Locale.ROOT)) {
                case "true" -> true;
                case "false" -> false;
                default -> throw wrong(conf, "true or false");
            };
        }

        /**
         * Reads a whole number.
         *
         * @param conf where it is set
         * @param min the least that makes sense
         * @param max the most that makes sense
         * @return the number
         * @throws BadSettingException where it is none, or not in that range
         */
        public int number(Configuration conf, int min, int max) {
            try {
                int value = Integer.parseInt(conf.getTrimmed(name, defaultValue));
                if (min <= value && value <= max) {
                    return value;
                }
            } catch (NumberFormatException e) {
                throw wrong(conf, "a whole number from " + min + " to " + max);
            }
            throw wrong(conf, "a whole number from " + min + " to " + max);
        }

        /**
         * Reads a duration such as {@code 30s}.
         *
         * @param conf where it is set
         * @return milliseconds, from a second to a day
         * @throws BadSettingException where it is none, or not in that range
         */
        public long millis(Configuration conf) {
            try {
                long value =
                        conf.getTimeDurationHelper(name, conf.getTrimmed(name, defaultValue), TimeUnit.MILLISECONDS);
                if (LEAST_MILLIS <= value && value <= MOST_MILLIS) {
                    return value;
                }
            } catch (IllegalArgumentException e) {
                throw wrong(conf, DURATION);
            }
            throw wrong(conf, DURATION);
        }

        /**
         * Reads a list.
         *
         * @param conf where it is set
         * @return its words, without the blanks around them
         */
        public Collection<String> list(Configuration conf) {
            return StringUtils.getTrimmedStringCollection(conf.get(name, defaultValue));
        }

        private BadSettingException wrong(Configuration conf, String wanted) {
            return new BadSettingException(
                    name + " is '" + conf.getTrimmed(name, defaultValue) + "': it should be " + wanted);
        }
    }

    private static final long LEAST_MILLIS = TimeUnit.SECONDS.toMillis(1);
    private static final long MOST_MILLIS = TimeUnit.DAYS.toMillis(1);
    private static final String DURATION = "a duration such as 30s, from 1s to 1d";

    /** Whether it is on where the compactor is configured. */
    public static final Key ENABLED = new Key(
            "underbase.localcompact.enabled",
            "boolean",
            "true",
            "Whether stores with this compactor compact locally; false is stock compaction.");

    /** How many merges for others and itself a server does at a time. */
    public static final Key WORKER_THREADS = new Key(
            "underbase.localcompact.worker.threads",
            "number",
            "6",
            "How many merges a RegionServer does at a time, its own and those that others ask for. What comes beyond is"
                    + " refused, and its coordinator compacts as stock does (REFUSED). A RegionServer compacts two stores at a"
                    + " time by default (hbase.regionserver.thread.compaction.small and .large), each on three nodes: six are"
                    + " refused rarely. Read when the server starts, not from tables.");

    /** How long a merge waits for its coordinator, and a coordinator for a worker. */
    public static final Key PATIENCE = new Key(
            "underbase.localcompact.patience",
            "duration",
            "60s",
            "How long a merge goes on without a word of its coordinator, and how long a coordinator waits for a worker that"
                    + " makes no progress; ten times that where a block is merged and no cell is written. A file that lacks a"
                    + " replica is waited for as long. To be the same on all RegionServers.");

    /** Whether regions are pinned. */
    public static final Key PIN = new Key(
            "underbase.localcompact.pin",
            "boolean",
            "true",
            "Whether a region whose stores compact locally keeps its files on three nodes, by HDFS's favored nodes.");

    /** Which coprocessors do not matter. */
    public static final Key COPROCESSORS = new Key(
            "underbase.localcompact.coprocessors.allowed",
            "classes",
            "org.apache.hadoop.hbase.security.access.AccessController",
            "Observers of regions, by their full class names with commas between, that change nothing of compactions. With any"
                    + " other observer a table compacts as stock does. Of those named, a local compaction calls preCompact with"
                    + " a scanner that has no rows, so that they may refuse it; other hooks of the merge are not called."
                    + " Endpoints that observe nothing need not be named.");

    private LocalCompactKeys() {}

    /**
     * All keys.
     *
     * @return in the order of the reference
     */
    public static List<Key> all() {
        return List.of(ENABLED, WORKER_THREADS, PATIENCE, PIN, COPROCESSORS);
    }
}
