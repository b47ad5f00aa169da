package org.underbase.workload.messages;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.underbase.workload.random.SeededRandom;

/**
 * Keys of the users' rows: eight hexadecimal digits that hash the user, a dash, the user. The hash distributes active and
 * inactive users evenly over regions with equal key ranges.
 */
final class RowKeys {
    private static final int HASH_DIGITS = 8;
    private static final long HASHES = 1L << 32;

    private RowKeys() {}

    static byte[] of(int user) {
        int hash = (int) SeededRandom.hash(user);
        return (HexFormat.of().toHexDigits(hash) + "-" + user).getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Returns the user of a row.
     *
     * @throws IllegalArgumentException if the row does not belong to this workload
     */
    static int user(byte[] row) {
        String key = new String(row, StandardCharsets.ISO_8859_1);
        try {
            int user = Integer.parseInt(key.substring(Math.min(key.length(), HASH_DIGITS + 1)));
            if (user >= 0 && key.equals(new String(of(user), StandardCharsets.US_ASCII))) {
                return user;
            }
        } catch (NumberFormatException foreign) {
            throw new IllegalArgumentException("row '" + key + "' does not belong to this workload", foreign);
        }
        throw new IllegalArgumentException("row '" + key + "' does not belong to this workload");
    }

    /** Returns the first key of every region except the first. */
    static byte[][] splits(int regions) {
        byte[][] splits = new byte[regions - 1][];
        for (int i = 1; i < regions; i++) {
            int hash = (int) (HASHES * i / regions);
            splits[i - 1] = HexFormat.of().toHexDigits(hash).getBytes(StandardCharsets.US_ASCII);
        }
        return splits;
    }
}
