package org.underbase.htfs.format;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Growing byte array with little-endian writes. Not thread-safe. */
final class ByteSink {
    private byte[] bytes;
    private int size;

    ByteSink(int capacity) {
        bytes = new byte[Math.max(16, capacity)];
    }

    int size() {
        return size;
    }

    byte[] array() {
        return bytes;
    }

    /** Returns the array with space for {@code more} bytes after {@link #size}; {@link #advance} adds them. */
    byte[] room(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
        }
        return bytes;
    }

    void advance(int more) {
        size += more;
    }

    void clear() {
        size = 0;
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }

    void u8(int value) {
        room(1);
        bytes[size++] = (byte) value;
    }

    void u16(int value) {
        u8(value);
        u8(value >>> 8);
    }

    void u32(int value) {
        u16(value);
        u16(value >>> 16);
    }

    void u64(long value) {
        u32((int) value);
        u32((int) (value >>> 32));
    }

    /** Writes LEB128: seven bits per byte, lowest first; the eighth bit is set in all bytes except the last. */
    void varint(long value) {
        room(10);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    void bytes(byte[] source) {
        bytes(source, 0, source.length);
    }

    void bytes(byte[] source, int from, int length) {
        room(length);
        System.arraycopy(source, from, bytes, size, length);
        size += length;
    }

    /** Writes a varint length and UTF-8 bytes. */
    void string(String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        varint(utf8.length);
        bytes(utf8);
    }
}
