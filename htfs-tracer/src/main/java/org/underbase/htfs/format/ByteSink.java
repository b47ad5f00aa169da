package org.underbase.htfs.format;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing array of bytes, written little-endian. Not thread-safe. */
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

    /** The array, with room for {@code more} bytes behind {@link #size}; {@link #advance} makes them part of it. */
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

    /** LEB128: seven bits a byte, lowest first, the eighth bit set on all but the last. */
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

    /** A varint length and UTF-8 bytes. */
    void string(String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        varint(utf8.length);
        bytes(utf8);
    }
}
