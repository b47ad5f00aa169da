package org.underbase.exalt.disk;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.underbase.exalt.tardis.Form;
import org.underbase.exalt.tardis.Tardis;

/** Model of a plain file, and the operations on it. */
// Tests compare the bytes, never the records.
@SuppressWarnings("ArrayRecordComponent")
record Model(byte[] bytes) {
    private static final int LONGEST = 3000;
    private static final long LONG_SEQUENCE = 10_000_000_000L;

    /**
     * Operation on the file.
     *
     * @param at position of a write, or the new length
     * @param written bytes to write; null to set the length
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Step(long at, byte[] written) {
        void doTo(TardisFile file) throws java.io.IOException {
            if (written == null) {
                file.truncate(at);
            } else {
                file.write(at, ByteBuffer.wrap(written));
            }
        }
    }

    /** Draws an operation: append, update in place, hole or truncation, with bytes of the same sequence, another one, or none. */
    Step step(Random random) {
        int kind = random.nextInt(12);
        if (kind == 0) {
            return new Step(random.nextInt(bytes.length + 200), null);
        }
        int at = kind < 8 ? bytes.length : random.nextInt(bytes.length + 300);
        byte[] written = new byte[random.nextInt(LONGEST)];
        if (random.nextInt(4) == 0) {
            random.nextBytes(written);
        } else {
            // At the position of the same sequence, the bytes continue the previous ones.
            boolean goesOn = random.nextInt(3) > 0;
            long position = goesOn ? at : random.nextInt(100_000);
            Tardis.fill(Form.DATA, LONG_SEQUENCE, position, written);
            if (written.length > 300 && random.nextInt(4) == 0) {
                byte[] metadata = new byte[1 + random.nextInt(40)];
                random.nextBytes(metadata);
                System.arraycopy(metadata, 0, written, random.nextInt(written.length - 50), metadata.length);
            }
        }
        return new Step(at, written);
    }

    Model after(Step step) {
        return step.written() == null
                ? new Model(Arrays.copyOf(bytes, (int) step.at()))
                : after(step, step.written().length);
    }

    /** Applies only the first bytes of the operation. */
    Model after(Step step, int count) {
        if (count == 0) {
            return this;
        }
        byte[] result = Arrays.copyOf(bytes, Math.max(bytes.length, (int) step.at() + count));
        System.arraycopy(step.written(), 0, result, (int) step.at(), count);
        return new Model(result);
    }

    static byte[] read(TardisFile file) throws java.io.IOException {
        ByteBuffer all = ByteBuffer.allocate((int) file.length());
        int count = file.read(0, all);
        if (count != Math.max(all.capacity() == 0 ? 0 : 1, all.capacity())) {
            throw new AssertionError("read " + count + " of " + all.capacity());
        }
        return all.array();
    }
}
