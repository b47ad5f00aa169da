package org.underbase.tier.namenode.monitor;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.underbase.tier.policy.DecayedReads;

/**
 * Text form of the weighted reads of files, by inode ID, for an xattr. After a version, it has in Base64 the time of the
 * values and, for each file, the inode ID and the weighted number of reads.
 */
final class HeatText {
    /** Maximum number of files: an xattr has at most 64 KiB. */
    static final int MAX_FILES = 4000;

    private static final String VERSION = "1:";
    private static final int ENTRY = Long.BYTES + Float.BYTES;

    private HeatText() {}

    /**
     * Returns the text.
     *
     * @param reads weighted numbers of reads at one time, by inode ID; at most {@link #MAX_FILES}
     * @param at time of the values, in milliseconds since 1970
     */
    static String of(Map<Long, Double> reads, long at) {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES + reads.size() * ENTRY);
        bytes.putLong(at);
        reads.forEach((inode, number) -> bytes.putLong(inode).putFloat(number.floatValue()));
        return VERSION + Base64.getEncoder().encodeToString(bytes.array());
    }

    /** Returns the weighted reads by inode ID; empty for a malformed text or another version. */
    static Optional<Map<Long, DecayedReads>> parse(String text) {
        if (!text.startsWith(VERSION)) {
            return Optional.empty();
        }
        byte[] decoded;
        try {
            decoded = Base64.getDecoder().decode(text.substring(VERSION.length()));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
        if (decoded.length < Long.BYTES || (decoded.length - Long.BYTES) % ENTRY != 0) {
            return Optional.empty();
        }
        ByteBuffer bytes = ByteBuffer.wrap(decoded);
        long at = bytes.getLong();
        Map<Long, DecayedReads> reads = new LinkedHashMap<>();
        while (bytes.hasRemaining()) {
            long inode = bytes.getLong();
            float number = bytes.getFloat();
            if (!(number > 0) || number == Float.POSITIVE_INFINITY) {
                return Optional.empty();
            }
            reads.put(inode, new DecayedReads(number, at));
        }
        return Optional.of(reads);
    }
}
