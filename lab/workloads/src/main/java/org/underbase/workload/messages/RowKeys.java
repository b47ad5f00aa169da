package org.underbase.workload.messages;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.underbase.workload.random.SeededRandom;

/**
 * The key of a user's row: eight hexadecimal digits that hash the user, a dash, the user. The hash spreads the users,
 * also the active ones, evenly over regions that are split at equal distances.
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
     * The user of a row.
     *
     * @throws IllegalArgumentException when the row is not of this workload
     */
    static int user(byte[] row) {
        String key = new String(row, StandardCharsets.ISO_8859_1);
        try {
            int user = Integer.parseInt(key.substring(Math.min(key.length(), HASH_DIGITS + 1)));
            if (user >= 0 && key.equals(new String(of(user), StandardCharsets.US_ASCII))) {
                return user;
            }
        } catch (NumberFormatException notOurs) {
            throw new IllegalArgumentException("row '" + key + "' is not of this workload", notOurs);
        }
        throw new IllegalArgumentException("row '" + key + "' is not of this workload");
    }

    /** The first keys of all regions but the first. */
    static byte[][] splits(int regions) {
        byte[][] splits = new byte[regions - 1][];
        for (int i = 1; i < regions; i++) {
            int hash = (int) (HASHES * i / regions);
            splits[i - 1] = HexFormat.of().toHexDigits(hash).getBytes(StandardCharsets.US_ASCII);
        }
        return splits;
    }
}
