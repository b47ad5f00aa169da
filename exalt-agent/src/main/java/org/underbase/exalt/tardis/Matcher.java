package org.underbase.exalt.tardis;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Comparison of bytes with a sequence. Thread-safe. */
public final class Matcher {
    private static final int SAMPLED_ONE_IN = 61;

    private final Verify verify;

    /**
     * Creates a matcher.
     *
     * @param verify number of bytes to verify
     */
    public Matcher(Verify verify) {
        this.verify = verify;
    }

    /**
     * Counts the bytes that equal those of a sequence.
     *
     * @param data buffer to read at absolute indices
     * @param from index of the first byte
     * @param to index after the last byte
     * @param form format of the units
     * @param phase index of the first byte within its unit
     * @param marker marker of that unit
     * @return number of bytes, from 0 to {@code to - from}
     */
    public int match(ByteBuffer data, int from, int to, Form form, int phase, int marker) {
        int unit = form.unit();
        int at = from;
        int now = marker;
        if (phase > 0) {
            for (int i = phase; i < unit; i++, at++) {
                if (at == to || data.get(at) != form.at(i, now)) {
                    return at - from;
                }
            }
            now -= unit;
        }
        int whole = whole(data, at, (to - at) / unit, form, now);
        at += whole * unit;
        now -= whole * unit;
        for (int i = 0; i < unit && at < to && data.get(at) == form.at(i, now); i++) {
            at++;
        }
        return at - from;
    }

    /** Counts the consecutive complete units. */
    private int whole(ByteBuffer data, int from, int units, Form form, int marker) {
        if (verify == Verify.FULL) {
            return verified(data, from, units, form, marker, 0);
        }
        // The sequence ends at marker 0.
        int most = (int) Math.min(units, Integer.toUnsignedLong(marker) / form.unit() + 1);
        int found = searched(data, from, most, form, marker);
        return verify == Verify.SAMPLED ? sampled(data, from, found, form, marker) : found;
    }

    private static int verified(ByteBuffer data, int from, int units, Form form, int marker, int first) {
        int unit = form.unit();
        int count = first;
        if (form.headLength() == Form.FLAG_LENGTH) {
            while (count < units) {
                int now = marker - count * unit;
                UnitCache made = UnitCache.of(form.flag(), now, units - count);
                if (made == null) {
                    return plain(data, from, units, form, marker, count);
                }
                int some = Math.min(units - count, made.units(now));
                int same = made.matching(now, data, from + count * unit, some);
                count += same;
                if (same < some) {
                    return count;
                }
            }
            return count;
        }
        while (count < units && isUnit(data, from + count * unit, form, marker - count * unit)) {
            count++;
        }
        return count;
    }

    /** Compares unit by unit. */
    private static int plain(ByteBuffer data, int from, int units, Form form, int marker, int first) {
        if (data.hasArray()) {
            return plain(data.array(), data.arrayOffset() + from, units, form.flag(), marker, first);
        }
        int count = first;
        while (count < units && isUnit(data, from + count * Form.PLAIN_UNIT, form, marker - count * Form.PLAIN_UNIT)) {
            count++;
        }
        return count;
    }

    /** Compares units in an array, which the compiler vectorizes. */
    private static int plain(byte[] data, int from, int units, long flag, int marker, int first) {
        int at = from + first * Form.PLAIN_UNIT;
        int now = marker - first * Form.PLAIN_UNIT;
        int count = first;
        while (count < units
                && (long) Form.LONGS.get(data, at) == flag
                && (int) Form.INTS.get(data, at + Form.FLAG_LENGTH) == now) {
            at += Form.PLAIN_UNIT;
            now -= Form.PLAIN_UNIT;
            count++;
        }
        return count;
    }

    static boolean isUnit(ByteBuffer data, int at, Form form, int marker) {
        boolean big = data.order() == ByteOrder.BIG_ENDIAN;
        int head = form.headLength();
        if (data.getLong(at) != (big ? form.flag() : Long.reverseBytes(form.flag()))
                || data.getInt(at + head) != (big ? marker : Integer.reverseBytes(marker))) {
            return false;
        }
        for (int i = Form.FLAG_LENGTH; i < head; i++) {
            if (data.get(at + i) != form.headAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static int searched(ByteBuffer data, int from, int units, Form form, int marker) {
        int unit = form.unit();
        // If a run continues an earlier one, its first unit is not verified yet.
        if (units == 0 || !isUnit(data, from, form, marker)) {
            return 0;
        }
        if (isUnit(data, from + (units - 1) * unit, form, marker - (units - 1) * unit)) {
            return units;
        }
        int good = 0;
        int bad = units - 1;
        while (good < bad) {
            int middle = (good + bad) >>> 1;
            if (isUnit(data, from + middle * unit, form, marker - middle * unit)) {
                good = middle + 1;
            } else {
                bad = middle;
            }
        }
        return good;
    }

    private static int sampled(ByteBuffer data, int from, int units, Form form, int marker) {
        int unit = form.unit();
        for (int i = 0; i < units; i += SAMPLED_ONE_IN) {
            if (!isUnit(data, from + i * unit, form, marker - i * unit)) {
                return verified(data, from, i, form, marker, Math.max(0, i - SAMPLED_ONE_IN));
            }
        }
        return units;
    }
}
