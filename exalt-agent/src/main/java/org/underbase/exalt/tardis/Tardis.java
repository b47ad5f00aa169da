package org.underbase.exalt.tardis;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Makes sequences. */
public final class Tardis {
    private static final int UNITS_AT_ONCE = 512;

    private Tardis() {}

    /**
     * Writes bytes of a sequence.
     *
     * @param form its form
     * @param total its length in bytes; need not be a multiple of a unit
     * @param position of the first wanted byte in it
     * @param into takes them, at absolute indices
     * @param at index of the first there
     * @param length how many
     * @throws IllegalArgumentException where the sequence has no such bytes
     * @throws IndexOutOfBoundsException where there is no room for them
     */
    public static void fill(Form form, long total, long position, ByteBuffer into, int at, int length) {
        if (position < 0 || length < 0 || position > total - length) {
            throw new IllegalArgumentException(
                    "bytes " + position + " to " + (position + length) + " of a sequence of " + total);
        }
        int phase = (int) (position % form.unit());
        expand(form, phase, (int) (total - (position - phase) - form.unit()), into, at, length);
    }

    /**
     * The same into an array.
     *
     * @param form its form
     * @param total its length in bytes
     * @param position of the first wanted byte in it
     * @param into takes them from its beginning to its end
     */
    public static void fill(Form form, long total, long position, byte[] into) {
        fill(form, total, position, ByteBuffer.wrap(into), 0, into.length);
    }

    /**
     * Writes a run.
     *
     * @param form of the sequence
     * @param phase index of the first byte in its unit
     * @param marker of that unit
     * @param into takes the bytes, at absolute indices
     * @param at index of the first there
     * @param length how many
     * @throws IndexOutOfBoundsException where there is no room for them
     */
    public static void expand(Form form, int phase, int marker, ByteBuffer into, int at, int length) {
        int unit = form.unit();
        if (phase < 0 || phase >= unit) {
            throw new IllegalArgumentException("phase " + phase + " in a unit of " + unit + " bytes");
        }
        int end = at + length;
        int next = at;
        int now = marker;
        if (phase > 0) {
            for (int i = phase; i < unit && next < end; i++) {
                into.put(next++, form.at(i, now));
            }
            now -= unit;
        }
        if (form.headLength() == Form.FLAG_LENGTH) {
            int units = (end - next) / unit;
            while (units > 0) {
                Stretch made = Stretch.of(form.flag(), now, units);
                int some = made == null ? units : Math.min(units, made.units(now));
                if (made != null) {
                    made.copy(now, into, next, some);
                } else if (into.hasArray()) {
                    expand(form.flag(), now, into.array(), into.arrayOffset() + next, some);
                } else {
                    copy(form.flag(), now, into, next, some);
                }
                next += some * unit;
                now -= some * unit;
                units -= some;
            }
        }
        boolean big = into.order() == ByteOrder.BIG_ENDIAN;
        long flag = big ? form.flag() : Long.reverseBytes(form.flag());
        int head = form.headLength();
        while (next <= end - unit) {
            into.putLong(next, flag);
            for (int i = Form.FLAG_LENGTH; i < head; i++) {
                into.put(next + i, form.headAt(i));
            }
            into.putInt(next + head, big ? now : Integer.reverseBytes(now));
            next += unit;
            now -= unit;
        }
        for (int i = 0; next < end; i++) {
            into.put(next++, form.at(i, now));
        }
    }

    /** Whole units into an array, where the compiler makes more of it. */
    static void expand(long flag, int marker, byte[] into, int from, int units) {
        int at = from;
        int now = marker;
        for (int i = 0; i < units; i++) {
            Form.LONGS.set(into, at, flag);
            Form.INTS.set(into, at + Form.FLAG_LENGTH, now);
            at += Form.PLAIN_UNIT;
            now -= Form.PLAIN_UNIT;
        }
    }

    /** Whole units into memory that is no array: made in one, and copied, for each store there costs as much as many into an array. */
    private static void copy(long flag, int marker, ByteBuffer into, int from, int units) {
        byte[] made = new byte[Math.min(units, UNITS_AT_ONCE) * Form.PLAIN_UNIT];
        for (int done = 0; done < units; done += UNITS_AT_ONCE) {
            int some = Math.min(units - done, UNITS_AT_ONCE);
            expand(flag, marker - done * Form.PLAIN_UNIT, made, 0, some);
            into.put(from + done * Form.PLAIN_UNIT, made, 0, some * Form.PLAIN_UNIT);
        }
    }

    /**
     * Where a run continues.
     *
     * @param form of the sequence
     * @param phase index of the run's first byte in its unit
     * @param marker of that unit
     * @param skipped bytes of the run
     * @return marker of the unit that the byte after these is in; its index there is {@code (phase + skipped) % unit}
     */
    public static int markerAfter(Form form, int phase, int marker, long skipped) {
        return marker - (int) ((phase + skipped) / form.unit() * form.unit());
    }
}
