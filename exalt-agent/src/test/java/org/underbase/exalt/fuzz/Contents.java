package org.underbase.exalt.fuzz;

import java.nio.ByteBuffer;
import java.util.Random;
import org.underbase.exalt.tardis.Form;
import org.underbase.exalt.tardis.Tardis;

/** Generator of file contents as programs write them: Tardis sequences with embedded metadata and overwritten parts. */
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
            // Most contents continue the sequence of the previous one.
            next = kind == 2 ? random.nextLong(TOTAL / 2) : next;
            Tardis.fill(Form.DATA, TOTAL, next, ByteBuffer.wrap(bytes), 0, length);
            next = (next + length) % (TOTAL / 2);
            if (kind >= KINDS - 2) {
                overwriteParts(bytes);
            }
        }
        return bytes;
    }

    private void overwriteParts(byte[] bytes) {
        for (int part = random.nextInt(PARTS); part > 0 && bytes.length > 0; part--) {
            int at = random.nextInt(bytes.length);
            byte[] other = new byte[Math.min(bytes.length - at, 1 + random.nextInt(1 + bytes.length / 2))];
            random.nextBytes(other);
            System.arraycopy(other, 0, bytes, at, other.length);
        }
    }
}
