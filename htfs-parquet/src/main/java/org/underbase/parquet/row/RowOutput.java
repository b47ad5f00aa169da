package org.underbase.parquet.row;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Encoder of rows. It has a buffer without locks: a row has 30 numbers of few bytes. */
final class RowOutput extends RowFields implements Closeable {
    private final OutputStream out;
    private byte[] buffer = new byte[2 * BUFFER];
    private int size;

    RowOutput(OutputStream out) {
        this.out = out;
    }

    @Override
    public long number(long value) throws IOException {
        if (size > BUFFER) {
            flush();
        }
        long rest = value << 1 ^ value >> 63;
        while ((rest & ~0x7FL) != 0) {
            buffer[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        buffer[size++] = (byte) rest;
        return value;
    }

    @Override
    public String text(String value) throws IOException {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        number(bytes.length);
        if (buffer.length < size + bytes.length + BUFFER) {
            buffer = Arrays.copyOf(buffer, size + bytes.length + BUFFER);
        }
        System.arraycopy(bytes, 0, buffer, size, bytes.length);
        size += bytes.length;
        return value;
    }

    private void flush() throws IOException {
        int length = size;
        size = 0;
        out.write(buffer, 0, length);
    }

    /** Writes the rest; has no effect the second time. */
    @Override
    public void close() throws IOException {
        try (out) {
            if (size > 0) {
                flush();
            }
        }
    }
}
