package org.underbase.htfs.format;

/**
 * How a column of unsigned numbers is coded: each number is a symbol of one byte, which zstd then codes by its
 * frequency, and some raw bits, which are as good as random and are stored as they are.
 *
 * <p>Numbers below 16 are their own symbol. A larger one with its highest bit at {@code e} (4 to 63) is the symbol
 * {@code 16 + 4 (e - 4) + s}, {@code s} being the two bits below the highest, and the {@code e - 2} bits below those.
 */
final class Packed {
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

    /** Appends the {@code n} symbols to {@code symbols} and the raw bits, filled up to a whole byte, to {@code bits}. */
    static void encode(long[] values, int n, ByteSink symbols, ByteSink bits) {
        long pending = 0;
        int held = 0;
        for (int i = 0; i < n; i++) {
            int symbol = symbol(values[i]);
            symbols.u8(symbol);
            int width = rawBits(symbol);
            long raw = values[i] & ((1L << width) - 1);
            while (width > 0) {
                int take = Math.min(width, 64 - held);
                pending |= raw << held;
                held += take;
                width -= take;
                raw = take == 64 ? 0 : raw >>> take;
                if (held == 64) {
                    bits.u64(pending);
                    pending = 0;
                    held = 0;
                }
            }
        }
        for (; held > 0; held -= 8) {
            bits.u8((int) pending);
            pending >>>= 8;
        }
    }

    /** The inverse of {@link #encode}. */
    static void decode(byte[] symbols, int from, int n, ByteSource bits, long[] values) throws TraceFormatException {
        long total = 0;
        for (int i = 0; i < n; i++) {
            total += rawBits(symbols[from + i] & 0xFF);
        }
        if (bits.remaining() != (total + 7) / 8) {
            throw new TraceFormatException(
                    "a column needs " + (total + 7) / 8 + " bytes of raw bits, has " + bits.remaining());
        }
        byte[] data = bits.array();
        long bit = (long) bits.position() * 8;
        for (int i = 0; i < n; i++) {
            int symbol = symbols[from + i] & 0xFF;
            int width = rawBits(symbol);
            values[i] = value(symbol, width == 0 ? 0 : raw(data, bit, width));
            bit += width;
        }
    }

    private static long raw(byte[] data, long bit, int width) {
        int at = (int) (bit >>> 3);
        int shift = (int) (bit & 7);
        long value = 0;
        int got = -shift;
        for (; got < width; at++, got += 8) {
            long b = data[at] & 0xFFL;
            value |= got < 0 ? b >>> -got : b << got;
        }
        return width == 64 ? value : value & ((1L << width) - 1);
    }
}
