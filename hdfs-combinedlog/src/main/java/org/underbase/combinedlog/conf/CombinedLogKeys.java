package org.underbase.combinedlog.conf;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;

/** Every configuration key of the combined log. All are read by DataNodes at their start. */
public final class CombinedLogKeys {
    /**
     * A key.
     *
     * @param name the key
     * @param type the kind of value: number, size, duration, boolean, path
     * @param defaultValue where none is set, as text; empty for none
     * @param doc what it does
     */
    public record Key(String name, String type, String defaultValue, String doc) {
        /**
         * Reads the text.
         *
         * @param conf where it is set
         * @return what is set, without blanks around it, or the default
         */
        public String text(Configuration conf) {
            return conf.getTrimmed(name, defaultValue);
        }

        /**
         * Reads a size such as {@code 64m}.
         *
         * @param conf where it is set
         * @param min the least that makes sense
         * @param max the most that makes sense
         * @return bytes
         * @throws IllegalArgumentException where it is no size, or not in that range
         */
        public long bytes(Configuration conf, long min, long max) {
            String range = max == Long.MAX_VALUE ? "" : " from " + shown(min) + " to " + shown(max);
            String wanted = "a size" + range + ", such as " + defaultValue;
            try {
                long value = TraditionalBinaryPrefix.string2long(text(conf));
                if (value >= min && value <= max) {
                    return value;
                }
            } catch (IllegalArgumentException e) {
                throw wrong(conf, wanted);
            }
            throw wrong(conf, wanted);
        }

        private static String shown(long bytes) {
            return TraditionalBinaryPrefix.long2String(bytes, "", 0)
                    .replace(" ", "")
                    .toLowerCase(Locale.ROOT);
        }

        /**
         * Reads a whole number.
         *
         * @param conf where it is set
         * @param min the least that makes sense
         * @param max the most that makes sense
         * @return the number
         * @throws IllegalArgumentException where it is none, or not in that range
         */
        public int number(Configuration conf, int min, int max) {
            try {
                int value = Integer.parseInt(text(conf));
                if (value >= min && value <= max) {
                    return value;
                }
            } catch (NumberFormatException e) {
                throw wrong(conf, "a whole number from " + min + " to " + max);
            }
            throw wrong(conf, "a whole number from " + min + " to " + max);
        }

        /**
         * Reads a duration such as {@code 500ms}.
         *
         * @param conf where it is set
         * @return milliseconds, at least 0
         * @throws IllegalArgumentException where it is none
         */
        public long millis(Configuration conf) {
            try {
                long value = conf.getTimeDurationHelper(name, text(conf), TimeUnit.MILLISECONDS);
                if (value >= 0) {
                    return value;
                }
            } catch (IllegalArgumentException e) {
                throw wrong(conf, "a duration such as 500ms");
            }
            throw wrong(conf, "a duration such as 500ms");
        }

        /**
         * Reads true or false.
         *
         * @param conf where it is set
         * @return which
         * @throws IllegalArgumentException where it is neither
         */
        public boolean flag(Configuration conf) {
            String text = text(conf);
            if (text.equals("true") || text.equals("false")) {
                return Boolean.parseBoolean(text);
            }
            throw wrong(conf, "true or false");
        }

        private IllegalArgumentException wrong(Configuration conf, String wanted) {
            return new IllegalArgumentException(name + " is '" + text(conf) + "': it should be " + wanted);
        }
    }

    /** Where the journal is. */
    public static final Key DIR = new Key(
            "dfs.datanode.combinedlog.dir",
            "path",
            "",
            "The local directory of the journal, an absolute path. On a disk of its own, no write of data comes between two commits. Empty:"
                    + " combinedlog in the first data directory that is a local path.");

    /** How many segments. */
    public static final Key SEGMENTS = new Key(
            "dfs.datanode.combinedlog.segments",
            "number",
            "4",
            "How many segments the journal has, 3 to 64. One is written, the others are free or wait for their checkpoint.");

    /** How large segments are at first. */
    public static final Key SEGMENT_SIZE = new Key(
            "dfs.datanode.combinedlog.segment.size",
            "size",
            "64m",
            "Size of a new segment, 64k to 16g. It is filled with zeros when it is made.");

    /** How large segments become. */
    public static final Key SEGMENT_MAX = new Key(
            "dfs.datanode.combinedlog.segment.max",
            "size",
            "512m",
            "Segments double up to this size, 64k to 16g, while they fill faster than the segment time.");

    /** How fast segments may fill. */
    public static final Key SEGMENT_TIME = new Key(
            "dfs.datanode.combinedlog.segment.time",
            "duration",
            "60s",
            "How long a segment should last: each one that is full costs a checkpoint, a few forces for each WAL.");

    /** What is too much for the journal. */
    public static final Key SYNC_LIMIT = new Key(
            "dfs.datanode.combinedlog.sync.limit",
            "size",
            "256k",
            "An hsync of more bytes than these forces the replica's files, as stock HDFS does, so that bulk writers do not"
                    + " write everything twice.");

    /** Whether commits gather. */
    public static final Key GATHER = new Key(
            "dfs.datanode.combinedlog.gather",
            "boolean",
            "true",
            "Whether a commit waits for the writers of the two before it, for at most a quarter of the last force and at most"
                    + " 4 ms, when forces take over a millisecond and there are several writers.");

    /** How long to wait for room. */
    public static final Key ROOM_WAIT = new Key(
            "dfs.datanode.combinedlog.room.wait",
            "duration",
            "500ms",
            "How long an hsync waits for a free segment before it forces the replica's files, as stock HDFS does.");

    /** How long until a checkpoint is tried again. */
    public static final Key CHECKPOINT_RETRY = new Key(
            "dfs.datanode.combinedlog.checkpoint.retry",
            "duration",
            "1s",
            "How long a checkpoint waits after a data disk refused to force a block file, until it is tried again. A replica"
                    + " that is refused three times is reported as bad.");

    private CombinedLogKeys() {}

    /**
     * All keys.
     *
     * @return in the order of the reference
     */
    public static List<Key> all() {
        return List.of(
                DIR,
                SEGMENTS,
                SEGMENT_SIZE,
                SEGMENT_MAX,
                SEGMENT_TIME,
                SYNC_LIMIT,
                GATHER,
                ROOM_WAIT,
                CHECKPOINT_RETRY);
    }
}
