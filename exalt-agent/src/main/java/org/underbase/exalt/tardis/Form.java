package org.underbase.exalt.tardis;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * What the units of a sequence look like: a flag of eight bytes, in the hash-carrying form the hash of what the sequence stands
 * for, and a marker of four bytes, which is how many bytes of the sequence follow the unit, modulo 2^32 (NSDI '14, section 3.2;
 * filler and hashes: section 5). Immutable.
 */
public final class Form {
    /** The flags differ in their first byte alone, so that all are found in one search. Drawn at random, as the paper's; before the forms, which need them. */
    static final byte[] FLAG_TAIL = {0x1B, (byte) 0xC4, (byte) 0x92, 0x5D, (byte) 0xF8, 0x36, (byte) 0xA9};

    /** Data of clients: units of 12 bytes. */
    public static final Form DATA = new Form(Kind.DATA, new byte[0]);

    /** Bytes that stand for the difference in size between something and its encoded form: units of 12 bytes. */
    public static final Form FILLER = new Form(Kind.FILLER, new byte[0]);

    /** Bytes of a hash. */
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
     * Data that deduplication can tell apart without the bytes that it stands for: units of 44 bytes.
     *
     * @param hash of those bytes
     * @return their form
     * @throws IllegalArgumentException where the hash has another length than {@link #HASH_LENGTH}
     */
    public static Form hashed(byte[] hash) {
        if (hash.length != HASH_LENGTH) {
            throw new IllegalArgumentException("a hash of " + hash.length + " bytes: it should have " + HASH_LENGTH);
        }
        return new Form(Kind.HASHED, hash);
    }

    /**
     * The hash that its units carry.
     *
     * @return a copy; empty for other forms
     */
    public byte[] hash() {
        return Arrays.copyOfRange(head, FLAG_LENGTH, head.length);
    }

    /**
     * Bytes of a unit.
     *
     * @return 12 or 44
     */
    public int unit() {
        return head.length + MARKER_LENGTH;
    }

    Kind kind() {
        return kind;
    }

    /**
     * A number that tells it from other kinds on disk, with {@link #hash}.
     *
     * @return 0 data, 1 filler, 2 hash-carrying
     */
    public int code() {
        return kind.code();
    }

    /**
     * The form with such a number and hash.
     *
     * @param code as {@link #code} told it
     * @param hash as {@link #hash} told it
     * @return the form
     * @throws IllegalArgumentException where there is none
     */
    public static Form of(int code, byte[] hash) {
        if (code == Kind.HASHED.code()) {
            return hashed(hash);
        }
        if (hash.length > 0 || (code != Kind.DATA.code() && code != Kind.FILLER.code())) {
            throw new IllegalArgumentException(
                    "no form has the code " + code + " and a hash of " + hash.length + " bytes");
        }
        return code == Kind.DATA.code() ? DATA : FILLER;
    }

    /** The flag, its first byte the highest. */
    long flag() {
        return flag;
    }

    /** What comes before the marker. */
    int headLength() {
        return head.length;
    }

    byte headAt(int index) {
        return head[index];
    }

    /** A byte of the unit with that marker. */
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
