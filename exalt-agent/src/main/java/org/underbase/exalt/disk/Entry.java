package org.underbase.exalt.disk;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.underbase.exalt.tardis.Form;

/**
 * Record of a log. It starts with 24 immutable bytes: type, form code, phase, a zero byte, marker, offset in the logical file, CRC and
 * four zero bytes. Two slots follow, each with a length, the CRC of the payload and a CRC of both. The payload is raw bytes or a hash.
 * When the last record of a log grows, the older slot is overwritten, so that an interrupted write leaves the other slot valid.
 *
 * @param offset start in the logical file
 * @param length length in the logical file
 * @param at start of the record in the log's file
 * @param payload CRC of the raw bytes
 * @param slot index of the valid slot, 0 or 1
 */
record Entry(Type type, Form form, int phase, int marker, long offset, long length, long at, int payload, int slot) {
    /** Number of bytes before the payload. */
    static final int HEAD = 56;

    private static final int FIXED = 24;
    private static final int SLOT = 16;
    private static final int CRC_AT = 16;
    private static final int CODE_AT = 1;
    private static final int PHASE_AT = 2;
    private static final int MARKER_AT = 4;
    private static final int OFFSET_AT = 8;

    /** Record type. */
    enum Type {
        /** Raw bytes that belong to no sequence; they follow the record. */
        RAW(1),
        /** Run of a Tardis sequence. */
        RUN(2),
        /** Truncation or extension of the file to the offset. */
        LENGTH(3);

        private final int code;

        Type(int code) {
            this.code = code;
        }

        /** Finds the type of a code; null if none exists. */
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

    /** Copies this entry with a larger length. */
    Entry grown(long newLength, int newPayload) {
        return new Entry(type, form, phase, marker, offset, newLength, at, newPayload, 1 - slot);
    }

    /** Returns the position of the raw bytes. */
    long payloadAt() {
        return at + HEAD;
    }

    /** Returns the position of the next record. */
    long end() {
        return payloadAt() + (type == Type.RAW ? length : form.hash().length);
    }

    /** Encodes all bytes before the raw bytes, including the hash. */
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

    /** Returns the position of the valid slot. */
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
     * Decodes the record at a position; returns null if there is no valid record.
     *
     * @param bytes head and hash of the record, or fewer bytes at the end of the file
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

    /** Computes the CRC with position and epoch, so that a copied or stale record is invalid. */
    private static CRC32C salted(long epoch, long at) {
        CRC32C crc = new CRC32C();
        crc.update(
                ByteBuffer.allocate(2 * Long.BYTES).putLong(epoch).putLong(at).flip());
        return crc;
    }
}
