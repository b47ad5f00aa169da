package org.underbase.exalt.tardis;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Compression of bytes that contain Tardis sequences. The compressed form is a list of tokens. A token of raw bytes has type 0, the
 * number of bytes (four bytes) and the bytes. A token of a run has type 1 (data), 2 (filler) or 3 (hash-carrying, followed by the hash),
 * then the index of its first byte within its unit, the marker of that unit (four bytes), and the length (four bytes). All numbers are
 * big-endian. There is no checksum; the container adds one. Thread-safe.
 */
public final class Codec {
    private static final int RAW = 0;
    private static final int DATA = 1;
    private static final int FILLER = 2;
    private static final int HASHED = 3;
    private static final int RUN_LENGTH = 10;

    private final Splitter splitter;

    /**
     * Creates a codec.
     *
     * @param verify number of bytes to verify
     */
    public Codec(Verify verify) {
        splitter = new Splitter(new Matcher(verify), Splitter.SHORTEST);
    }

    /**
     * Compresses bytes.
     *
     * @param data bytes to compress
     * @return compressed form, at maxBytes five bytes longer than the data
     */
    public byte[] compress(byte[] data) {
        Output output = new Output(data);
        splitter.split(ByteBuffer.wrap(data), 0, data.length, output);
        return output.bytes();
    }

    /**
     * Decompresses bytes.
     *
     * @param compressed result of {@link #compress}
     * @param maxBytes maximum size of the result, in bytes; a larger result is rejected before memory is allocated
     * @return the original bytes
     * @throws MalformedException if the input is malformed, truncated or too large
     */
    public static byte[] decompress(byte[] compressed, int maxBytes) throws MalformedException {
        ByteBuffer result = ByteBuffer.allocate(Math.toIntExact(length(compressed, maxBytes)));
        ByteBuffer in = ByteBuffer.wrap(compressed);
        while (in.hasRemaining()) {
            int type = in.get();
            if (type == RAW) {
                int length = in.getInt();
                result.put(in.slice(in.position(), length));
                in.position(in.position() + length);
            } else {
                Form form = form(in, type);
                int phase = in.get();
                int marker = in.getInt();
                int length = in.getInt();
                Tardis.expand(form, phase, marker, result, result.position(), length);
                result.position(result.position() + length);
            }
        }
        return result.array();
    }

    /** Encoder of tokens. */
    private static final class Output implements Tokens<RuntimeException> {
        private static final int USUAL = 16;

        private final byte[] data;
        private byte[] bytes = new byte[USUAL];
        private int length;

        Output(byte[] data) {
            this.data = data;
        }

        private int room(int wanted) {
            int at = length;
            length += wanted;
            if (length > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(length, (int) Math.min(2L * length, Integer.MAX_VALUE - 8)));
            }
            return at;
        }

        @Override
        public void raw(int from, int count) {
            int at = room(1 + Integer.BYTES + count);
            bytes[at] = RAW;
            Form.INTS.set(bytes, at + 1, count);
            System.arraycopy(data, from, bytes, at + 1 + Integer.BYTES, count);
        }

        @Override
        public void run(int from, int count, Form form, int phase, int marker) {
            int at = room(RUN_LENGTH);
            switch (form.kind()) {
                case DATA -> bytes[at++] = DATA;
                case FILLER -> bytes[at++] = FILLER;
                case HASHED -> {
                    room(Form.HASH_LENGTH);
                    bytes[at++] = HASHED;
                    System.arraycopy(form.hash(), 0, bytes, at, Form.HASH_LENGTH);
                    at += Form.HASH_LENGTH;
                }
            }
            bytes[at] = (byte) phase;
            Form.INTS.set(bytes, at + 1, marker);
            Form.INTS.set(bytes, at + 1 + Integer.BYTES, count);
        }

        byte[] bytes() {
            return Arrays.copyOf(bytes, length);
        }
    }

    private static Form form(ByteBuffer in, int type) {
        if (type == HASHED) {
            byte[] hash = new byte[Form.HASH_LENGTH];
            in.get(hash);
            return Form.hashed(hash);
        }
        return type == DATA ? Form.DATA : Form.FILLER;
    }

    /** Validates all tokens and returns the size of the result, in bytes. */
    private static long length(byte[] compressed, int maxBytes) throws MalformedException {
        ByteBuffer in = ByteBuffer.wrap(compressed);
        long sum = 0;
        try {
            while (in.hasRemaining()) {
                int at = in.position();
                int type = in.get();
                if (type < RAW || type > HASHED) {
                    throw new MalformedException("invalid token type " + type + " at byte " + at);
                }
                int length;
                if (type == RAW) {
                    length = in.getInt();
                    if (length < 1 || length > in.remaining()) {
                        throw new MalformedException(
                                length + " raw bytes at byte " + at + ", but only " + in.remaining() + " remain");
                    }
                    in.position(in.position() + length);
                } else {
                    int unit = form(in, type).unit();
                    int phase = in.get();
                    in.getInt();
                    length = in.getInt();
                    if (length < 1 || phase < 0 || phase >= unit) {
                        throw new MalformedException(
                                "invalid run of " + length + " bytes with phase " + phase + " at byte " + at);
                    }
                }
                sum += length;
                if (sum > maxBytes) {
                    throw new MalformedException("result exceeds " + maxBytes + " bytes at byte " + at);
                }
            }
        } catch (BufferUnderflowException e) {
            throw new MalformedException("truncated token");
        }
        return sum;
    }
}
