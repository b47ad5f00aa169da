package org.underbase.exalt.tardis;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

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
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            splitter.split(ByteBuffer.wrap(data), 0, data.length, new Pieces<IOException>() {
                @Override
                public void raw(int from, int length) throws IOException {
                    out.writeByte(RAW);
                    out.writeInt(length);
                    out.write(data, from, length);
                }

                @Override
                public void run(int from, int length, Form form, int phase, int marker) throws IOException {
                    switch (form.kind()) {
                        case DATA -> out.writeByte(DATA);
                        case FILLER -> out.writeByte(FILLER);
                        case HASHED -> {
                            out.writeByte(HASHED);
                            out.write(form.hash());
                        }
                    }
                    out.writeByte(phase);
                    out.writeInt(marker);
                    out.writeInt(length);
                }
            });
        } catch (IOException e) {
            throw new IllegalStateException("an array does not fail", e);
        }
        return bytes.toByteArray();
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
