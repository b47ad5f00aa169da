package org.underbase.exalt.tardis;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Immutable block of some thousand generated units of a sequence. Each socket and file on the way of a client's write compares and
 * regenerates the same bytes, in emulated processes often within a moment. Copying and comparing cached bytes costs a fraction of
 * generating them. Equal flags and markers mean equal bytes, so writers share the cache.
 */
final class UnitCache {
    private static final int UNITS = 4096;
    private static final long SPAN = (long) UNITS * Form.PLAIN_UNIT;
    /** Minimum number of units for which a block is generated. */
    private static final int WORTH = UNITS / 4;

    /** Number of slots: 12 MB in total, for several concurrent writers and repeated sequences of 8 MB. */
    private static final int SLOTS = 256;
    /** Racy on purpose: a lost or late update only causes a block to be generated again, and blocks are immutable. */
    private static final UnitCache[] RECENT = new UnitCache[SLOTS];

    private final long flag;
    /** Marker of the last unit. */
    private final long last;

    private final byte[] bytes = new byte[UNITS * Form.PLAIN_UNIT];
    private final ByteBuffer buffer = ByteBuffer.wrap(bytes);

    private UnitCache(long flag, long last) {
        this.flag = flag;
        this.last = last;
        Tardis.expand(flag, (int) (last + SPAN - Form.PLAIN_UNIT), bytes, 0, UNITS);
    }

    /** Finds or generates the block that contains a unit; null if none exists and the number of requested units is too small. */
    static UnitCache of(long flag, int marker, int units) {
        long whole = Integer.toUnsignedLong(marker);
        long rest = whole % SPAN;
        int residue = (int) (rest % Form.PLAIN_UNIT);
        long last = whole - rest + residue;
        int slot = (int) (whole / SPAN + 7L * residue + flag) & (SLOTS - 1);
        UnitCache found = RECENT[slot];
        if (found != null && found.last == last && found.flag == flag) {
            return found;
        }
        if (Math.min(units, rest / Form.PLAIN_UNIT + 1) < WORTH) {
            return null;
        }
        UnitCache made = new UnitCache(flag, last);
        RECENT[slot] = made;
        return made;
    }

    /** Returns the number of cached units from a unit to the end of the block. */
    int units(int marker) {
        return (int) ((Integer.toUnsignedLong(marker) - last) / Form.PLAIN_UNIT) + 1;
    }

    private int at(int marker) {
        return bytes.length - units(marker) * Form.PLAIN_UNIT;
    }

    /** Copies units into a buffer. */
    void copy(int marker, ByteBuffer into, int to, int units) {
        into.put(to, bytes, at(marker), units * Form.PLAIN_UNIT);
    }

    /** Counts the units of a buffer that equal the cached ones. */
    int matching(int marker, ByteBuffer data, int from, int units) {
        int length = units * Form.PLAIN_UNIT;
        int at = at(marker);
        int different = data.hasArray()
                ? Arrays.mismatch(
                        data.array(),
                        data.arrayOffset() + from,
                        data.arrayOffset() + from + length,
                        bytes,
                        at,
                        at + length)
                : data.slice(from, length).mismatch(buffer.slice(at, length));
        return different < 0 ? units : different / Form.PLAIN_UNIT;
    }
}
