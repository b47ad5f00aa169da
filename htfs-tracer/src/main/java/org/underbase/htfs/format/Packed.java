package org.underbase.htfs.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * How a column of unsigned numbers is coded: each number is a symbol of one byte, which zstd then codes by its
 * frequency, and some raw bits, which are as good as random and are stored as they are.
 *
 * <p>Numbers below 16 are their own symbol. A larger one with its highest bit at {@code e} (4 to 63) is the symbol
 * {@code 16 + 4 (e - 4) + s}, {@code s} being the two bits below the highest, and the {@code e - 2} bits below those.
 */
final class Packed {
    /** Keeps every raw bit. */
    static final int ALL_BITS = 64;

    /** How many bytes {@link #decode} may look at behind the end of the raw bits; it does not use them. */
    static final int SLACK = 16;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** How many raw bits are stored for a symbol, by the number of bits kept less 3. */
    private static final byte[][] WIDTHS = new byte[ALL_BITS - 2][256];

    static {
        for (int bits = 3; bits <= ALL_BITS; bits++) {
            for (int symbol = 0; symbol < 256; symbol++) {
                WIDTHS[bits - 3][symbol] = (byte) stored(symbol, bits);
            }
        }
    }

    private Packed() {}

    static long zigzag(long value) {
        return (value << 1) ^ (value >> 63);
    }

    static long unzigzag(long value) {
        return (value >>> 1) ^ -(value & 1);
    }

    static int symbol(long value) {
        if (value >= 0 && value < 16) {
            return (int) value;
        }
        int top = 63 - Long.numberOfLeadingZeros(value);
        return 16 + (top - 4) * 4 + (int) ((value >>> (top - 2)) & 3);
    }

    /** How many raw bits go with a symbol. */
    static int rawBits(int symbol) {
        return symbol < 16 ? 0 : ((symbol - 16) >>> 2) + 2;
    }

    static long value(int symbol, long raw) {
        return symbol < 16 ? symbol : ((4L | (symbol & 3)) << rawBits(symbol)) | raw;
    }

    /** How many of the raw bits of a symbol are stored when numbers keep {@code bits} significant bits. */
    private static int stored(int symbol, int bits) {
        return Math.min(rawBits(symbol), bits - 3);
    }

    /**
     * Appends the {@code n} symbols to {@code symbols} and the raw bits, filled up to a whole byte, to {@code raw}. Of each
     * number the {@code bits} highest bits are kept, 3 to 64; those below must be 0.
     */
    static void encode(long[] values, int n, int bits, ByteSink symbols, ByteSink raw) {
        byte[] out = symbols.room(n);
        int to = symbols.size();
        long pending = 0;
        int held = 0;
        for (int i = 0; i < n; i++) {
            int symbol = symbol(values[i]);
            out[to + i] = (byte) symbol;
            int width = stored(symbol, bits);
            if (width == 0) {
                continue;
            }
            int whole = rawBits(symbol);
            long low = (values[i] & ((1L << whole) - 1)) >>> (whole - width);
            pending |= low << held;
            held += width;
            if (held >= 64) {
                raw.u64(pending);
                held -= 64;
                pending = held == 0 ? 0 : low >>> (width - held);
            }
        }
        symbols.advance(n);
        for (; held > 0; held -= 8) {
            raw.u8((int) pending);
            pending >>>= 8;
        }
    }

    /** The inverse of {@link #encode}. The array of {@code raw} must have {@link #SLACK} bytes behind its end. */
    static void decode(byte[] symbols, int from, int n, int bits, ByteSource raw, long[] values)
            throws TraceFormatException {
        byte[] widths = WIDTHS[bits - 3];
        long total = 0;
        for (int i = 0; i < n; i++) {
            total += widths[symbols[from + i] & 0xFF];
        }
        if (raw.remaining() != (total + 7) / 8) {
            throw new TraceFormatException(
                    "a column needs " + (total + 7) / 8 + " bytes of raw bits, has " + raw.remaining());
        }
        byte[] data = raw.array();
        long bit = (long) raw.position() * 8;
        for (int i = 0; i < n; i++) {
            int symbol = symbols[from + i] & 0xFF;
            if (symbol < 16) {
                values[i] = symbol;
                continue;
            }
            int width = widths[symbol];
            long low = width == 0 ? 0 : low(data, bit, width);
            values[i] = value(symbol, low << (rawBits(symbol) - width));
            bit += width;
        }
    }

    /** {@code width} bits, 1 to 61, from bit {@code bit} on. */
    private static long low(byte[] data, long bit, int width) {
        int at = (int) (bit >>> 3);
        int shift = (int) (bit & 7);
        long value = (long) LONG.get(data, at) >>> shift;
        if (shift + width > 64) {
            value |= (data[at + 8] & 0xFFL) << (64 - shift);
        }
        return value & ((1L << width) - 1);
    }
}
