package org.underbase.localcompact.worker;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/**
 * Digest for the comparison of blocks between servers. The servers belong to one cluster, so it protects against errors, not
 * against attackers, and must be cheap compared with a merge. It computes two CRCs with different polynomials, for which
 * processors have instructions, over each chunk of the block, and SHA-256 over the CRCs. Two blocks that differ in one chunk
 * have the same digest with probability 2^-64.
 *
 * <p>Not thread-safe.
 */
final class BlockDigest {
    /** Part of the {@link Fingerprint}: servers with different digest algorithms cannot compare blocks. */
    static final String NAME = "crc32c+crc32/64k/sha256";

    private static final int CHUNK = 64 << 10;

    private final CRC32C castagnoli = new CRC32C();
    private final CRC32 ieee = new CRC32();
    private final ByteBuffer sums = ByteBuffer.allocate(2 * Integer.BYTES);
    private final MessageDigest digest = sha256();
    private int inChunk;

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    void update(byte[] bytes, int offset, int length) {
        int at = offset;
        int left = length;
        while (left > 0) {
            int count = Math.min(left, CHUNK - inChunk);
            castagnoli.update(bytes, at, count);
            ieee.update(bytes, at, count);
            inChunk += count;
            at += count;
            left -= count;
            if (inChunk == CHUNK) {
                endChunk();
            }
        }
    }

    private void endChunk() {
        sums.clear();
        sums.putInt((int) castagnoli.getValue()).putInt((int) ieee.getValue());
        digest.update(sums.array());
        castagnoli.reset();
        ieee.reset();
        inChunk = 0;
    }

    /** Returns the digest of all bytes since the previous call and resets it. The block length is compared separately. */
    byte[] end() {
        if (inChunk > 0) {
            endChunk();
        }
        return digest.digest();
    }
}
