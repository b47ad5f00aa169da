package org.underbase.htfs.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Coding of a column of unsigned numbers. Each number is a symbol of one byte, which zstd compresses by its frequency,
 * and raw bits, which are nearly random and are stored uncompressed.
 *
 * <p>A number below 16 is its own symbol. A larger number with its highest bit at {@code e} (4 to 63) has the symbol
 * {@code 16 + 4 (e - 4) + s}, where {@code s} is the two bits below the highest, and {@code e - 2} raw bits.
 */
final class Packed {
    /** Number of bits that keeps every raw bit. */
    static final int ALL_BITS = 64;

    /** Number of bytes after the raw bits that {@link #decode} may load, but does not use. */
    static final int SLACK = 16;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Number of stored raw bits by significant bits - 3 and symbol. */
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

    /** Returns the number of raw bits of a symbol. */
    static int rawBits(int symbol) {
        return symbol < 16 ? 0 : ((symbol - 16) >>> 2) + 2;
    }

    static long value(int symbol, long raw) {
        return symbol < 16 ? symbol : ((4L | (symbol & 3)) << rawBits(symbol)) | raw;
    }

    /** Returns the number of stored raw bits of a symbol if numbers keep {@code bits} significant bits. */
    private static int stored(int symbol, int bits) {
        return Math.min(rawBits(symbol), bits - 3);
    }

    /**
     * Encodes numbers.
     *
     * @param values the numbers
     * @param n number of values
     * @param bits number of significant bits to keep, 3 to 64; the lower bits must be 0
     * @param symbols sink to which the symbols are appended
     * @param raw sink to which the raw bits are appended, padded to a whole byte
     */
    static void encode(long[] values, int n, int bits, ByteSink symbols, ByteSink raw) {
        byte[] out = symbols.room(n);
        int to = symbols.size();
        symbols.advance(n);
        long all = 0;
        for (int i = 0; i < n; i++) {
            all |= values[i];
        }
        if ((all & ~15) == 0) {
            // Most columns of predicted fields: each number is its own symbol.
            for (int i = 0; i < n; i++) {
                out[to + i] = (byte) values[i];
            }
            return;
        }
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
        for (; held > 0; held -= 8) {
            raw.u8((int) pending);
            pending >>>= 8;
        }
    }

    /** Inverts {@link #encode}. The array of {@code raw} must have {@link #SLACK} bytes after its end. */
    static void decode(byte[] symbols, int from, int n, int bits, ByteSource raw, long[] values)
            throws TraceFormatException {
        byte[] widths = WIDTHS[bits - 3];
        long total = 0;
        for (int i = 0; i < n; i++) {
            total += widths[symbols[from + i] & 0xFF];
        }
        if (raw.remaining() != (total + 7) / 8) {
            throw new TraceFormatException(
                    "a column has " + raw.remaining() + " bytes of raw bits, needs " + (total + 7) / 8);
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

    /** Returns {@code width} bits, 1 to 61, starting at bit {@code bit}. */
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
