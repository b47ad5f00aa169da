package org.underbase.exalt.tardis;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Generator of Tardis sequences. */
public final class Tardis {
    private static final int UNITS_AT_ONCE = 512;

    private Tardis() {}

    /**
     * Writes bytes of a sequence.
     *
     * @param form format of the units
     * @param total length of the sequence, in bytes; not necessarily a multiple of a unit
     * @param position position of the first byte within the sequence
     * @param into buffer to fill, at absolute indices
     * @param at index of the first byte in the buffer
     * @param length number of bytes
     * @throws IllegalArgumentException if the range exceeds the sequence
     * @throws IndexOutOfBoundsException if the buffer is too small
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
     * Fills an array with bytes of a sequence.
     *
     * @param form format of the units
     * @param total length of the sequence, in bytes
     * @param position position of the first byte within the sequence
     * @param into array to fill
     */
    public static void fill(Form form, long total, long position, byte[] into) {
        fill(form, total, position, ByteBuffer.wrap(into), 0, into.length);
    }

    /**
     * Writes a run.
     *
     * @param form format of the units
     * @param phase index of the first byte within its unit
     * @param marker marker of that unit
     * @param into buffer to fill, at absolute indices
     * @param at index of the first byte in the buffer
     * @param length number of bytes
     * @throws IndexOutOfBoundsException if the buffer is too small
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
                UnitCache made = UnitCache.of(form.flag(), now, units);
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

    /** Writes complete units into an array, which the compiler vectorizes. */
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

    /** Writes complete units into direct memory: generates one unit in an array and copies it, because single stores are slow. */
    private static void copy(long flag, int marker, ByteBuffer into, int from, int units) {
        byte[] made = new byte[Math.min(units, UNITS_AT_ONCE) * Form.PLAIN_UNIT];
        for (int done = 0; done < units; done += UNITS_AT_ONCE) {
            int some = Math.min(units - done, UNITS_AT_ONCE);
            expand(flag, marker - done * Form.PLAIN_UNIT, made, 0, some);
            into.put(from + done * Form.PLAIN_UNIT, made, 0, some * Form.PLAIN_UNIT);
        }
    }

    /**
     * Computes the marker at which a run continues.
     *
     * @param form format of the units
     * @param phase index of the run's first byte within its unit
     * @param marker marker of that unit
     * @param skipped number of skipped bytes
     * @return marker of the unit that contains the next byte; its index there is {@code (phase + skipped) % unit}
     */
    public static int markerAfter(Form form, int phase, int marker, long skipped) {
        return marker - (int) ((phase + skipped) / form.unit() * form.unit());
    }
}
