package org.underbase.exalt.tardis;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Search for sequences in bytes (NSDI '14, figure 2). It finds every part of a sequence, wherever the sequence was cut, except parts that
 * are too short or contain no complete unit. Thread-safe.
 */
public final class Splitter {
    /** Minimum length of a run, without a hash; the token of a shorter run is as long as its bytes. */
    static final int SHORTEST = 24;

    private static final int TAIL = Form.FLAG_TAIL.length;
    private static final byte LAST = Form.FLAG_TAIL[TAIL - 1];
    /** Distance that the search may advance if the window ends at a byte (Horspool). */
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
     * Creates a splitter.
     *
     * @param matcher comparison to use
     * @param shortest minimum length of a run, in bytes and without a hash
     */
    public Splitter(Matcher matcher, int shortest) {
        this.matcher = matcher;
        this.shortest = shortest;
    }

    /**
     * Splits bytes into runs and raw bytes.
     *
     * @param data buffer to read at absolute indices; its position is ignored, and {@code to} must not exceed its limit
     * @param from index of the first byte
     * @param to index after the last byte
     * @param tokens receiver of all bytes, in order and each once
     * @param <X> exception of the receiver
     * @throws X if the receiver throws it
     */
    public <X extends Exception> void split(ByteBuffer data, int from, int to, Tokens<X> tokens) throws X {
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
                    tokens.raw(raw, found - before - raw);
                }
                if (before > 0) {
                    tokens.run(found - before, before + length, form, unit - before, marker + unit);
                } else {
                    tokens.run(found, length, form, 0, marker);
                }
                raw = at;
            }
        }
        if (to > raw) {
            tokens.raw(raw, to - raw);
        }
    }

    /**
     * Counts the bytes that continue a run.
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
        return matcher.match(data, from, to, form, phase, marker);
    }

    /** Finds the next flag that at least a marker follows; returns its index, or -1. */
    private static int scan(ByteBuffer data, int from, int to) {
        // The window covers the common tail; the flag's first byte precedes it.
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

    /** Returns the form of a flag with a complete unit; null if none exists. */
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

    /** Counts the bytes before a flag that equal the end of the previous unit. */
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
