package org.underbase.htfs.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Reader of a column of numbers in the coding of {@link Packed}, one number at a time, so that predicted numbers need no array.
 * Reused for the blocks of a decoder. Not thread-safe.
 */
final class NumberColumn {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Array for the symbols of a compressed column. */
    private byte[] buffer = {};

    private byte[] symbols = {};
    private int from;
    private int bits;
    private byte[] raw = {};
    private int rawBytes;
    private long firstBit;
    private long bit;
    private long end;

    /** Returns an array for at least {@code size} symbols, which is valid until the next call. */
    byte[] buffer(int size) {
        if (buffer.length < size) {
            buffer = new byte[Math.max(size, 1 << 10)];
        }
        return buffer;
    }

    /**
     * Starts a column.
     *
     * @param column the symbols
     * @param significant number of significant bits of a number, 3 to 64
     * @param rawBits the raw bits; their array must have {@link Packed#SLACK} bytes after their end
     */
    void start(ByteSource column, int significant, ByteSource rawBits) {
        symbols = column.array();
        from = column.position();
        bits = significant;
        raw = rawBits.array();
        rawBytes = rawBits.remaining();
        firstBit = (long) rawBits.position() * 8;
        bit = firstBit;
        end = firstBit + rawBytes * 8L;
    }

    /** Returns the number at an index; each index must be read once, in ascending order. */
    long at(int i) throws TraceFormatException {
        int symbol = symbols[from + i] & 0xFF;
        return symbol < 16 ? symbol : large(symbol);
    }

    private long large(int symbol) throws TraceFormatException {
        int whole = Packed.rawBits(symbol);
        int width = Math.min(whole, bits - 3);
        if (width > end - bit) {
            throw new TraceFormatException("a column has " + rawBytes + " bytes of raw bits, needs more");
        }
        long low = width == 0 ? 0 : low(width);
        bit += width;
        return Packed.value(symbol, low << (whole - width));
    }

    /** Returns the next {@code width} bits, 1 to 61. */
    private long low(int width) {
        int at = (int) (bit >>> 3);
        int shift = (int) (bit & 7);
        long value = (long) LONG.get(raw, at) >>> shift;
        if (shift + width > 64) {
            value |= (raw[at + 8] & 0xFFL) << (64 - shift);
        }
        return value & ((1L << width) - 1);
    }

    /** Ends the column after its last number. */
    void end() throws TraceFormatException {
        long needed = (bit - firstBit + 7) / 8;
        if (rawBytes != needed) {
            throw new TraceFormatException("a column has " + rawBytes + " bytes of raw bits, needs " + needed);
        }
    }

    /** Reads all {@code n} numbers. */
    void all(int n, long[] values) throws TraceFormatException {
        for (int i = 0; i < n; i++) {
            values[i] = at(i);
        }
        end();
    }
}
