package org.underbase.htfs.record;

import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.underbase.htfs.format.BlockHeader;

/**
 * The settings that can be changed while the process runs.
 *
 * @param on whether calls are recorded
 * @param sampling the part of all files that is recorded, in 1 / 2^32; 2^32 is all
 * @param block whether a call waits when its ring is full, rather than lose its event
 * @param maxBytes the cap on the segments' size
 * @param stop whether writing stops at the cap, rather than delete the oldest segments
 */
record LiveSettings(boolean on, long sampling, boolean block, long maxBytes, boolean stop) {

    /** The settings of {@code conf}. Throws {@link IllegalArgumentException} with one clear line. */
    static LiveSettings of(Configuration conf) {
        return new LiveSettings(true, BlockHeader.ALL, false, 0, false)
                .with(TraceKeys.ENABLED.name(), value(conf, TraceKeys.ENABLED))
                .with(TraceKeys.SAMPLING.name(), value(conf, TraceKeys.SAMPLING))
                .with(TraceKeys.RING_FULL.name(), value(conf, TraceKeys.RING_FULL))
                .with(TraceKeys.MAX_BYTES.name(), value(conf, TraceKeys.MAX_BYTES))
                .with(TraceKeys.MAX_ACTION.name(), value(conf, TraceKeys.MAX_ACTION));
    }

    /** These settings with one changed. Throws {@link IllegalArgumentException} with one clear line. */
    LiveSettings with(String key, String value) {
        String text = value.trim();
        if (key.equals(TraceKeys.ENABLED.name())) {
            return new LiveSettings(choice(key, text, "true", "false"), sampling, block, maxBytes, stop);
        } else if (key.equals(TraceKeys.SAMPLING.name())) {
            return new LiveSettings(on, fraction(key, text), block, maxBytes, stop);
        } else if (key.equals(TraceKeys.RING_FULL.name())) {
            return new LiveSettings(on, sampling, choice(key, text, "block", "drop"), maxBytes, stop);
        } else if (key.equals(TraceKeys.MAX_BYTES.name())) {
            return new LiveSettings(on, sampling, block, Settings.size(key, text), stop);
        } else if (key.equals(TraceKeys.MAX_ACTION.name())) {
            return new LiveSettings(on, sampling, block, maxBytes, choice(key, text, "stop", "delete"));
        }
        throw new IllegalArgumentException(key + " cannot be changed while the process runs");
    }

    /** The sampling as the fraction people write. */
    double fraction() {
        return sampling / (double) BlockHeader.ALL;
    }

    private static String value(Configuration conf, TraceKey key) {
        return conf.getTrimmed(key.name(), key.defaultValue());
    }

    private static boolean choice(String key, String text, String yes, String no) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (lower.equals(yes) || lower.equals(no)) {
            return lower.equals(yes);
        }
        throw new IllegalArgumentException(key + " must be " + yes + " or " + no + ", not " + text);
    }

    private static long fraction(String key, String text) {
        try {
            double fraction = Double.parseDouble(text);
            if (fraction >= 0 && fraction <= 1) {
                return Math.round(fraction * BlockHeader.ALL);
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(key + " must be a number from 0 to 1, not " + text, e);
        }
        throw new IllegalArgumentException(key + " must be a number from 0 to 1, not " + text);
    }
}
