package org.underbase.exalt.tardis;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Format of a sequence's units: a flag of eight bytes, the hash of the represented bytes (hash-carrying form only), and a marker of four
 * bytes. The marker is the number of the sequence's bytes that follow the unit, modulo 2^32 (NSDI '14, section 3.2; filler and hashes:
 * section 5). Immutable.
 */
public final class Form {
    /** Common last bytes of all flags, drawn at random. Flags differ in the first byte only, so that one search finds all. Declared before the forms, which need them. */
    static final byte[] FLAG_TAIL = {0x1B, (byte) 0xC4, (byte) 0x92, 0x5D, (byte) 0xF8, 0x36, (byte) 0xA9};

    /** Data of clients, in units of 12 bytes. */
    public static final Form DATA = new Form(Kind.DATA, new byte[0]);

    /** Filler for the difference in size between an object and its encoded form, in units of 12 bytes. */
    public static final Form FILLER = new Form(Kind.FILLER, new byte[0]);

    /** Length of a hash, in bytes. */
    public static final int HASH_LENGTH = 32;

    static final int FLAG_LENGTH = 8;
    static final int MARKER_LENGTH = 4;
    static final int PLAIN_UNIT = FLAG_LENGTH + MARKER_LENGTH;

    static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private final Kind kind;
    private final byte[] head;
    private final long flag;

    private Form(Kind kind, byte[] hash) {
        this.kind = kind;
        head = new byte[FLAG_LENGTH + hash.length];
        head[0] = kind.first();
        System.arraycopy(FLAG_TAIL, 0, head, 1, FLAG_TAIL.length);
        System.arraycopy(hash, 0, head, FLAG_LENGTH, hash.length);
        long bits = 0;
        for (int i = 0; i < FLAG_LENGTH; i++) {
            bits = bits << Byte.SIZE | (head[i] & 0xff);
        }
        flag = bits;
    }

    /**
     * Creates the form of data that deduplication can distinguish, in units of 44 bytes.
     *
     * @param hash hash of the represented bytes
     * @return the form
     * @throws IllegalArgumentException if the hash does not have {@link #HASH_LENGTH} bytes
     */
    public static Form hashed(byte[] hash) {
        if (hash.length != HASH_LENGTH) {
            throw new IllegalArgumentException("invalid hash of " + hash.length + " bytes: must have " + HASH_LENGTH);
        }
        return new Form(Kind.HASHED, hash);
    }

    /**
     * Returns the hash that each unit carries.
     *
     * @return copy of the hash; empty for other forms
     */
    public byte[] hash() {
        return Arrays.copyOfRange(head, FLAG_LENGTH, head.length);
    }

    /**
     * Returns the size of a unit.
     *
     * @return 12 or 44 bytes
     */
    public int unit() {
        return head.length + MARKER_LENGTH;
    }

    Kind kind() {
        return kind;
    }

    /**
     * Returns the code of the form on disk, to be stored with {@link #hash}.
     *
     * @return 0 data, 1 filler, 2 hash-carrying
     */
    public int code() {
        return kind.code();
    }

    /**
     * Finds the form of a code and hash.
     *
     * @param code result of {@link #code}
     * @param hash result of {@link #hash}
     * @return the form
     * @throws IllegalArgumentException if there is no such form
     */
    public static Form of(int code, byte[] hash) {
        if (code == Kind.HASHED.code()) {
            return hashed(hash);
        }
        if (hash.length > 0 || (code != Kind.DATA.code() && code != Kind.FILLER.code())) {
            throw new IllegalArgumentException(
                    "invalid form code " + code + " with a hash of " + hash.length + " bytes");
        }
        return code == Kind.DATA.code() ? DATA : FILLER;
    }

    /** Returns the flag, big-endian. */
    long flag() {
        return flag;
    }

    /** Returns the bytes before the marker. */
    int headLength() {
        return head.length;
    }

    byte headAt(int index) {
        return head[index];
    }

    /** Returns a byte of the unit with a marker. */
    byte at(int phase, int marker) {
        return phase < head.length ? head[phase] : (byte) (marker >>> (Byte.SIZE * (unit() - 1 - phase)));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Form form && Arrays.equals(head, form.head);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(head);
    }

    @Override
    public String toString() {
        return kind.name();
    }
}
