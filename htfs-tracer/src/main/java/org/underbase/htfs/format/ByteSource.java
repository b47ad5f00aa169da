package org.underbase.htfs.format;

import java.nio.charset.StandardCharsets;

/** Range of a byte array with little-endian reads, each checked against the end. Not thread-safe. */
final class ByteSource {
    private final byte[] bytes;
    private final int end;
    private int at;

    ByteSource(byte[] bytes, int from, int length) {
        this.bytes = bytes;
        this.at = from;
        this.end = from + length;
    }

    int position() {
        return at;
    }

    int remaining() {
        return end - at;
    }

    int u8() throws TraceFormatException {
        need(1);
        return bytes[at++] & 0xFF;
    }

    int u16() throws TraceFormatException {
        return u8() | (u8() << 8);
    }

    int u32() throws TraceFormatException {
        return u16() | (u16() << 16);
    }

    long u64() throws TraceFormatException {
        return (u32() & 0xFFFF_FFFFL) | ((long) u32() << 32);
    }

    long varint() throws TraceFormatException {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int b = u8();
            value |= (long) (b & 0x7F) << shift;
            if (b < 0x80) {
                return value;
            }
        }
        throw new TraceFormatException("a number is longer than 10 bytes");
    }

    /** Reads a varint from 0 to {@code max}. */
    int count(String name, int max) throws TraceFormatException {
        long value = varint();
        if (value < 0 || value > max) {
            throw new TraceFormatException(name + " " + Long.toUnsignedString(value) + " exceeds " + max);
        }
        return (int) value;
    }

    String string() throws TraceFormatException {
        int length = count("string length", Layout.MAX_STRING);
        need(length);
        String value = new String(bytes, at, length, StandardCharsets.UTF_8);
        at += length;
        return value;
    }

    void copy(byte[] target, int to, int length) throws TraceFormatException {
        need(length);
        System.arraycopy(bytes, at, target, to, length);
        at += length;
    }

    /** Returns the next {@code length} bytes as a separate source and skips them here. */
    ByteSource slice(int length) throws TraceFormatException {
        need(length);
        ByteSource slice = new ByteSource(bytes, at, length);
        at += length;
        return slice;
    }

    byte[] array() {
        return bytes;
    }

    void skip(int length) throws TraceFormatException {
        need(length);
        at += length;
    }

    private void need(int length) throws TraceFormatException {
        if (length < 0 || length > end - at) {
            throw new TraceFormatException("truncated: needs " + length + " bytes, has " + (end - at));
        }
    }
}
