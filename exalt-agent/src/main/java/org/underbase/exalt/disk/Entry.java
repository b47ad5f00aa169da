package org.underbase.exalt.disk;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.underbase.exalt.tardis.Form;

/**
 * A record of a log: 24 bytes that never change (type, code of the form, phase, a zero, marker, offset in the logical file, CRC, four
 * zeros), then twice a length with the CRC of the payload and a CRC of these, and then the payload: raw bytes, or a hash. When the last
 * record of a log grows, the older one of the two is written, so that a write that is cut short leaves the other.
 *
 * @param offset in the logical file
 * @param length in the logical file
 * @param at where the record begins in the log's file
 * @param payload CRC of the raw bytes
 * @param slot which of the two lengths is valid, 0 or 1
 */
record Entry(Type type, Form form, int phase, int marker, long offset, long length, long at, int payload, int slot) {
    /** Of what is before the payload. */
    static final int HEAD = 56;

    private static final int FIXED = 24;
    private static final int SLOT = 16;
    private static final int CRC_AT = 16;
    private static final int CODE_AT = 1;
    private static final int PHASE_AT = 2;
    private static final int MARKER_AT = 4;
    private static final int OFFSET_AT = 8;

    /** What a record says. */
    enum Type {
        /** Bytes of no sequence, which follow. */
        RAW(1),
        /** Bytes of a sequence. */
        RUN(2),
        /** The file is as long as the offset from now on. */
        LENGTH(3);

        private final int code;

        Type(int code) {
            this.code = code;
        }

        /** Null where there is none. */
        static Type of(int code) {
            return switch (code) {
                case 1 -> RAW;
                case 2 -> RUN;
                case 3 -> LENGTH;
                default -> null;
            };
        }
    }

    static Entry raw(long offset, long length, long at, int payload) {
        return new Entry(Type.RAW, Form.DATA, 0, 0, offset, length, at, payload, 0);
    }

    static Entry run(Form form, int phase, int marker, long offset, long length, long at) {
        return new Entry(Type.RUN, form, phase, marker, offset, length, at, 0, 0);
    }

    static Entry length(long length, long at) {
        return new Entry(Type.LENGTH, Form.DATA, 0, 0, length, 0, at, 0, 0);
    }

    /** The same, longer. */
    Entry grown(long newLength, int newPayload) {
        return new Entry(type, form, phase, marker, offset, newLength, at, newPayload, 1 - slot);
    }

    /** Where its raw bytes begin. */
    long payloadAt() {
        return at + HEAD;
    }

    /** Where the next record begins. */
    long end() {
        return payloadAt() + (type == Type.RAW ? length : form.hash().length);
    }

    /** All before the raw bytes, and the hash. */
    ByteBuffer head(long epoch) {
        byte[] hash = form.hash();
        ByteBuffer bytes = ByteBuffer.allocate(HEAD + hash.length);
        bytes.put((byte) type.code).put((byte) form.code()).put((byte) phase).put((byte) 0);
        bytes.putInt(marker).putLong(offset);
        bytes.putInt(fixedCrc(bytes, hash, epoch, at));
        bytes.put(FIXED + slot * SLOT, slot(epoch), 0, SLOT);
        bytes.put(HEAD, hash);
        return bytes.clear();
    }

    /** Where the length is that is valid. */
    long slotAt() {
        return at + FIXED + (long) slot * SLOT;
    }

    ByteBuffer slot(long epoch) {
        ByteBuffer bytes = ByteBuffer.allocate(SLOT);
        bytes.putLong(length).putInt(payload);
        bytes.putInt(slotCrc(length, payload, epoch, at));
        return bytes.clear();
    }

    /**
     * That which begins there; null where none does.
     *
     * @param bytes of its head and its hash, or fewer at the end of a file
     */
    static Entry of(ByteBuffer bytes, long epoch, long at) {
        if (bytes.limit() < HEAD) {
            return null;
        }
        Type type = Type.of(bytes.get(0));
        int code = bytes.get(CODE_AT);
        boolean hashed = type == Type.RUN
                && code == Form.hashed(new byte[Form.HASH_LENGTH]).code();
        if (type == null || (hashed && bytes.limit() < HEAD + Form.HASH_LENGTH)) {
            return null;
        }
        byte[] hash = new byte[hashed ? Form.HASH_LENGTH : 0];
        bytes.get(HEAD, hash);
        if (bytes.getInt(CRC_AT) != fixedCrc(bytes, hash, epoch, at)) {
            return null;
        }
        Entry longest = null;
        for (int slot = 0; slot < 2; slot++) {
            int from = FIXED + slot * SLOT;
            long length = bytes.getLong(from);
            int payload = bytes.getInt(from + Long.BYTES);
            if (bytes.getInt(from + Long.BYTES + Integer.BYTES) == slotCrc(length, payload, epoch, at)
                    && (longest == null || length > longest.length)) {
                longest = new Entry(
                        type,
                        Form.of(code, hash),
                        bytes.get(PHASE_AT),
                        bytes.getInt(MARKER_AT),
                        bytes.getLong(OFFSET_AT),
                        length,
                        at,
                        payload,
                        slot);
            }
        }
        return longest;
    }

    private static int fixedCrc(ByteBuffer bytes, byte[] hash, long epoch, long at) {
        CRC32C crc = salted(epoch, at);
        crc.update(bytes.slice(0, CRC_AT));
        crc.update(hash);
        return (int) crc.getValue();
    }

    private static int slotCrc(long length, int payload, long epoch, long at) {
        CRC32C crc = salted(epoch, at);
        crc.update(ByteBuffer.allocate(Long.BYTES + Integer.BYTES)
                .putLong(length)
                .putInt(payload)
                .flip());
        return (int) crc.getValue();
    }

    /** What was a record elsewhere, or of an older log, is none. */
    private static CRC32C salted(long epoch, long at) {
        CRC32C crc = new CRC32C();
        crc.update(
                ByteBuffer.allocate(2 * Long.BYTES).putLong(epoch).putLong(at).flip());
        return crc;
    }
}
