package org.underbase.localcompact.worker;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/**
 * What tells whether two servers wrote the same block. Both are the cluster's own, so that it guards against mistakes and not
 * against an adversary, and is to cost next to nothing beside a merge: two CRCs with different polynomials, for which
 * processors have instructions, over each piece of the block, and SHA-256 over these. Two blocks that differ in one piece
 * alone have the same digest once in 2^64 cases.
 *
 * <p>Not thread-safe.
 */
final class BlockDigest {
    /** Goes into the {@link Fingerprint}: servers that digest differently cannot compare. */
    static final String NAME = "crc32c+crc32/64k/sha256";

    private static final int PIECE = 64 << 10;

    private final CRC32C castagnoli = new CRC32C();
    private final CRC32 ieee = new CRC32();
    private final ByteBuffer sums = ByteBuffer.allocate(2 * Integer.BYTES);
    private final MessageDigest digest = sha256();
    private int inPiece;

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
            int count = Math.min(left, PIECE - inPiece);
            castagnoli.update(bytes, at, count);
            ieee.update(bytes, at, count);
            inPiece += count;
            at += count;
            left -= count;
            if (inPiece == PIECE) {
                endPiece();
            }
        }
    }

    private void endPiece() {
        sums.clear();
        sums.putInt((int) castagnoli.getValue()).putInt((int) ieee.getValue());
        digest.update(sums.array());
        castagnoli.reset();
        ieee.reset();
        inPiece = 0;
    }

    /** That of all bytes since it was made; it begins anew then. The length of a block is compared beside it. */
    byte[] end() {
        if (inPiece > 0) {
            endPiece();
        }
        return digest.digest();
    }
}
