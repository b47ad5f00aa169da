package org.underbase.analysis.access;

import java.util.Arrays;

/** Buffer of variable-length integers. */
final class Varints {
    private byte[] bytes;
    private int size;
    private int at;

    Varints() {
        this(new byte[64], 0);
    }

    Varints(byte[] bytes, int size) {
        this.bytes = bytes;
        this.size = size;
    }

    int size() {
        return size;
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }

    void put(long value) {
        if (bytes.length - size < 10) {
            bytes = Arrays.copyOf(bytes, bytes.length * 2);
        }
        byte[] to = bytes;
        int end = size;
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            to[end++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        to[end++] = (byte) rest;
        size = end;
    }

    void putSigned(long value) {
        put(value << 1 ^ value >> 63);
    }

    long get() {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = bytes[at++];
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }

    long getSigned() {
        long value = get();
        return value >>> 1 ^ -(value & 1);
    }
}
