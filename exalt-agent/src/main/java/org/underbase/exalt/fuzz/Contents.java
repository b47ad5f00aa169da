package org.underbase.exalt.fuzz;

import java.nio.ByteBuffer;
import java.util.Random;
import org.underbase.exalt.tardis.Form;
import org.underbase.exalt.tardis.Tardis;

/** Bytes as programs write them: sequences, with metadata between and parts that were replaced. */
final class Contents {
    private static final int KINDS = 6;
    private static final int PARTS = 4;
    private static final long TOTAL = 1L << 31;

    private final Random random;
    private long next;

    Contents(Random random) {
        this.random = random;
    }

    byte[] of(int length) {
        byte[] bytes = new byte[length];
        int kind = random.nextInt(KINDS);
        if (kind == 0) {
            random.nextBytes(bytes);
        } else if (kind == 1) {
            // Zeros.
            return bytes;
        } else {
            // Most go on with what the last one began.
            next = kind == 2 ? random.nextLong(TOTAL / 2) : next;
            Tardis.fill(Form.DATA, TOTAL, next, ByteBuffer.wrap(bytes), 0, length);
            next = (next + length) % (TOTAL / 2);
            if (kind >= KINDS - 2) {
                spoil(bytes);
            }
        }
        return bytes;
    }

    private void spoil(byte[] bytes) {
        for (int part = random.nextInt(PARTS); part > 0 && bytes.length > 0; part--) {
            int at = random.nextInt(bytes.length);
            byte[] other = new byte[Math.min(bytes.length - at, 1 + random.nextInt(1 + bytes.length / 2))];
            random.nextBytes(other);
            System.arraycopy(other, 0, bytes, at, other.length);
        }
    }
}
