package org.underbase.exalt.tardis;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Finds sequences in bytes (NSDI '14, figure 2). Any part of a sequence is found, wherever it was cut; one whose part is too short
 * to be worth it, or that has no whole unit in it, is left as it is. Thread-safe.
 */
public final class Splitter {
    /** A shorter run, not counting a hash, takes as many bytes when {@link Codec} describes it. */
    static final int SHORTEST = 24;

    private static final int TAIL = Form.FLAG_TAIL.length;
    private static final byte LAST = Form.FLAG_TAIL[TAIL - 1];
    /** How far a search may go on where it ends at that byte (Horspool). */
    private static final byte[] SKIPS = new byte[1 << Byte.SIZE];

    static {
        for (int i = 0; i < SKIPS.length; i++) {
            SKIPS[i] = (byte) TAIL;
        }
        for (int i = 0; i < TAIL - 1; i++) {
            SKIPS[Form.FLAG_TAIL[i] & 0xff] = (byte) (TAIL - 1 - i);
        }
    }

    private final Matcher matcher;
    private final int shortest;

    /**
     * One that looks that closely.
     *
     * @param matcher how closely
     * @param shortest run that is worth it, in bytes and not counting a hash; shorter ones are left as they are
     */
    public Splitter(Matcher matcher, int shortest) {
        this.matcher = matcher;
        this.shortest = shortest;
    }

    /**
     * Splits bytes into runs and what is none.
     *
     * @param data read at absolute indices; its position and limit do not matter but for the limit that no index may reach
     * @param from index of the first
     * @param to index after the last
     * @param pieces gets them in their order: all bytes, each once
     * @param <X> what {@code pieces} may throw
     * @throws X what {@code pieces} threw
     */
    public <X extends Exception> void split(ByteBuffer data, int from, int to, Pieces<X> pieces) throws X {
        int raw = from;
        int at = from;
        while (true) {
            int found = scan(data, at, to);
            if (found < 0) {
                break;
            }
            Form form = form(data, found, to);
            if (form == null) {
                at = found + 1;
                continue;
            }
            int unit = form.unit();
            int marker = marker(data, found + form.headLength());
            int length = matcher.match(data, found, to, form, 0, marker);
            int before = before(data, raw, found, form, marker);
            at = found + length;
            if (before + length >= shortest + form.headLength() - Form.FLAG_LENGTH) {
                if (found - before > raw) {
                    pieces.raw(raw, found - before - raw);
                }
                if (before > 0) {
                    pieces.run(found - before, before + length, form, unit - before, marker + unit);
                } else {
                    pieces.run(found, length, form, 0, marker);
                }
                raw = at;
            }
        }
        if (to > raw) {
            pieces.raw(raw, to - raw);
        }
    }

    /**
     * How many bytes go on as a run would.
     *
     * @param data read at absolute indices
     * @param from index of the first
     * @param to index after the last
     * @param form of the run
     * @param phase index of the first byte in its unit
     * @param marker of that unit
     * @return from 0 to all
     */
    public int match(ByteBuffer data, int from, int to, Form form, int phase, int marker) {
        return matcher.match(data, from, to, form, phase, marker);
    }

    /** The index of the next flag that has at least a marker behind it; -1 where there is none. */
    private static int scan(ByteBuffer data, int from, int to) {
        // The window is that of the tail; the flag's first byte is before it.
        int end = from + TAIL;
        int last = to - Form.MARKER_LENGTH - 1;
        while (end <= last) {
            byte here = data.get(end);
            if (here == LAST && isTail(data, end - TAIL + 1)) {
                return end - TAIL;
            }
            end += SKIPS[here & 0xff];
        }
        return -1;
    }

    private static boolean isTail(ByteBuffer data, int at) {
        for (int i = 0; i < TAIL; i++) {
            if (data.get(at + i) != Form.FLAG_TAIL[i]) {
                return false;
            }
        }
        return true;
    }

    /** That whose flag is there with a whole unit; null where it is none. */
    private static Form form(ByteBuffer data, int at, int to) {
        Kind kind = Kind.of(data.get(at));
        if (kind == null) {
            return null;
        }
        return switch (kind) {
            case DATA -> Form.DATA;
            case FILLER -> Form.FILLER;
            case HASHED -> {
                if (at + Form.FLAG_LENGTH + Form.HASH_LENGTH + Form.MARKER_LENGTH > to) {
                    yield null;
                }
                byte[] hash = new byte[Form.HASH_LENGTH];
                data.get(at + Form.FLAG_LENGTH, hash);
                yield Form.hashed(hash);
            }
        };
    }

    private static int marker(ByteBuffer data, int at) {
        int bits = data.getInt(at);
        return data.order() == ByteOrder.BIG_ENDIAN ? bits : Integer.reverseBytes(bits);
    }

    /** How many bytes before a flag are the end of the unit before. */
    private static int before(ByteBuffer data, int from, int at, Form form, int marker) {
        int unit = form.unit();
        int count = 0;
        while (count < unit - 1
                && at - count > from
                && data.get(at - count - 1) == form.at(unit - 1 - count, marker + unit)) {
            count++;
        }
        return count;
    }
}
