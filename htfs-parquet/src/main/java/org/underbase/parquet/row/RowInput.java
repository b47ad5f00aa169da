package org.underbase.parquet.row;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Decoder of rows. */
final class RowInput extends RowFields implements Closeable {
    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER];
    private int position;
    private int limit;

    RowInput(InputStream in) {
        this.in = in;
    }

    @Override
    public long number(long value) throws IOException {
        long bits = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = next();
            bits |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return bits >>> 1 ^ -(bits & 1);
            }
        }
    }

    private byte next() throws IOException {
        if (position == limit) {
            position = 0;
            limit = in.read(buffer);
            if (limit <= 0) {
                throw new EOFException("a temporary file is too short");
            }
        }
        return buffer[position++];
    }

    @Override
    public String text(String value) throws IOException {
        byte[] bytes = new byte[(int) number(0)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = next();
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
