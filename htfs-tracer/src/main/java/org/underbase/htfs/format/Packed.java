package org.underbase.htfs.format;

/**
 * Coding of a column of unsigned numbers, which {@link NumberColumn} reads. Each number is a symbol of one byte, which zstd compresses by its frequency,
 * and raw bits, which are nearly random and are stored uncompressed.
 *
 * <p>A number below 16 is its own symbol. A larger number with its highest bit at {@code e} (4 to 63) has the symbol
 * {@code 16 + 4 (e - 4) + s}, where {@code s} is the two bits below the highest, and {@code e - 2} raw bits.
 */
final class Packed {
    /** Number of bits that keeps every raw bit. */
    static final int ALL_BITS = 64;

    /** Number of bytes after the raw bits that {@link NumberColumn} may load, but does not use. */
    static final int SLACK = 16;

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
}
