package org.underbase.exalt.tardis;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Some thousand units of a sequence, made once. What a client writes is looked at and made again at each socket and file on its way, in
 * emulated processes many times within a moment: to copy and to compare bytes that are there costs a fraction of making them. Whatever has
 * the same flag and markers has the same bytes, whoever wrote it. Immutable.
 */
final class Stretch {
    private static final int UNITS = 4096;
    private static final long SPAN = (long) UNITS * Form.PLAIN_UNIT;
    /** For fewer units none is made. */
    private static final int WORTH = UNITS / 4;

    /** 12 MB when all are taken: what several writers have on its way, and sequences of 8 MB again and again. */
    private static final int SLOTS = 256;
    /** Each is made again at worst, for what another thread has put is seen late or not: it is whole where it is seen. */
    private static final Stretch[] RECENT = new Stretch[SLOTS];

    private final long flag;
    /** Marker of its last unit. */
    private final long last;

    private final byte[] bytes = new byte[UNITS * Form.PLAIN_UNIT];
    private final ByteBuffer buffer = ByteBuffer.wrap(bytes);

    private Stretch(long flag, long last) {
        this.flag = flag;
        this.last = last;
        Tardis.expand(flag, (int) (last + SPAN - Form.PLAIN_UNIT), bytes, 0, UNITS);
    }

    /** The one that a unit is in; null where there is none, and it is not worth it for so many units from there on. */
    static Stretch of(long flag, int marker, int units) {
        long whole = Integer.toUnsignedLong(marker);
        long rest = whole % SPAN;
        int residue = (int) (rest % Form.PLAIN_UNIT);
        long last = whole - rest + residue;
        int slot = (int) (whole / SPAN + 7L * residue + flag) & (SLOTS - 1);
        Stretch found = RECENT[slot];
        if (found != null && found.last == last && found.flag == flag) {
            return found;
        }
        if (Math.min(units, rest / Form.PLAIN_UNIT + 1) < WORTH) {
            return null;
        }
        Stretch made = new Stretch(flag, last);
        RECENT[slot] = made;
        return made;
    }

    /** How many units there are from that one on. */
    int units(int marker) {
        return (int) ((Integer.toUnsignedLong(marker) - last) / Form.PLAIN_UNIT) + 1;
    }

    private int at(int marker) {
        return bytes.length - units(marker) * Form.PLAIN_UNIT;
    }

    /** Puts units from that one on. */
    void copy(int marker, ByteBuffer into, int to, int units) {
        into.put(to, bytes, at(marker), units * Form.PLAIN_UNIT);
    }

    /** How many units from that one on are there. */
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
