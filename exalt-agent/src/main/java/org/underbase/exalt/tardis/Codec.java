package org.underbase.exalt.tardis;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Compresses bytes in which there are sequences. The compressed form is a row of pieces: a byte that tells what it is, and for raw
 * bytes (0) their number, four bytes, and they; for a run (1 data, 2 filler, 3 hash-carrying) the hash of the last, the index of its
 * first byte in its unit, the marker of that, four bytes, and its length, four bytes. All numbers have their highest byte first.
 * There is no checksum: what keeps it adds one. Thread-safe.
 */
public final class Codec {
    private static final int RAW = 0;
    private static final int DATA = 1;
    private static final int FILLER = 2;
    private static final int HASHED = 3;
    private static final int RUN_LENGTH = 10;

    private final Splitter splitter;

    /**
     * One that looks that closely.
     *
     * @param verify how closely
     */
    public Codec(Verify verify) {
        splitter = new Splitter(new Matcher(verify), Splitter.SHORTEST);
    }

    /**
     * Compresses.
     *
     * @param data any bytes
     * @return the compressed form; at most five bytes longer
     */
    public byte[] compress(byte[] data) {
        Output output = new Output(data);
        splitter.split(ByteBuffer.wrap(data), 0, data.length, output);
        return output.bytes();
    }

    /**
     * Gives back what was compressed.
     *
     * @param compressed by {@link #compress}
     * @param most bytes that it may be; more are refused before there is memory for them
     * @return the bytes
     * @throws MalformedException where it is none, is cut short, or is more
     */
    public static byte[] decompress(byte[] compressed, int most) throws MalformedException {
        ByteBuffer result = ByteBuffer.allocate(Math.toIntExact(length(compressed, most)));
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

    /** What the pieces of some bytes are described by. */
    private static final class Output implements Pieces<RuntimeException> {
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

    /** How many bytes it is, when all of its pieces are right. */
    private static long length(byte[] compressed, int most) throws MalformedException {
        ByteBuffer in = ByteBuffer.wrap(compressed);
        long sum = 0;
        try {
            while (in.hasRemaining()) {
                int at = in.position();
                int type = in.get();
                if (type < RAW || type > HASHED) {
                    throw new MalformedException("a piece of type " + type + " at byte " + at);
                }
                int length;
                if (type == RAW) {
                    length = in.getInt();
                    if (length < 1 || length > in.remaining()) {
                        throw new MalformedException(length + " raw bytes at byte " + at + ", of " + in.remaining());
                    }
                    in.position(in.position() + length);
                } else {
                    int unit = form(in, type).unit();
                    int phase = in.get();
                    in.getInt();
                    length = in.getInt();
                    if (length < 1 || phase < 0 || phase >= unit) {
                        throw new MalformedException(
                                "a run of " + length + " bytes from byte " + phase + " of a unit on, at byte " + at);
                    }
                }
                sum += length;
                if (sum > most) {
                    throw new MalformedException("more than " + most + " bytes at byte " + at);
                }
            }
        } catch (BufferUnderflowException e) {
            throw new MalformedException("it ends within a piece");
        }
        return sum;
    }
}
