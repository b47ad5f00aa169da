package org.underbase.exalt.tardis;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * For systems that encode data before they store it (encryption, erasure coding, compression at the client): compressed sequences are
 * encoded in place of the data, and filler of another flag makes up for what they are shorter (NSDI '14, section 5). What is stored
 * has the size that it would have, and compresses to what is encoded. Before the code is its length, in four bytes.
 */
public final class Padding {
    private Padding() {}

    /**
     * Pads.
     *
     * @param code what is really stored
     * @param length that it is to have, as the encoded data would
     * @return bytes of that length
     * @throws IllegalArgumentException where it is longer than that, with the four bytes before it
     */
    public static byte[] pad(byte[] code, int length) {
        int used = Integer.BYTES + code.length;
        if (used > length) {
            throw new IllegalArgumentException(
                    code.length + " bytes and their length do not fit into " + length + ": they need no filler");
        }
        ByteBuffer result = ByteBuffer.allocate(length);
        result.putInt(code.length).put(code);
        Tardis.fill(Form.FILLER, length - used, 0, result, used, length - used);
        return result.array();
    }

    /**
     * Takes the filler away.
     *
     * @param padded by {@link #pad}
     * @return what was padded
     * @throws MalformedException where it is not padded, or something was changed
     */
    public static byte[] strip(byte[] padded) throws MalformedException {
        if (padded.length < Integer.BYTES) {
            throw new MalformedException(padded.length + " bytes are no padded code");
        }
        ByteBuffer in = ByteBuffer.wrap(padded);
        int length = in.getInt();
        if (length < 0 || length > in.remaining()) {
            throw new MalformedException("a code of " + length + " bytes in " + in.remaining());
        }
        int used = Integer.BYTES + length;
        int filler = padded.length - used;
        int matched =
                new Matcher(Verify.FULL).match(in, used, padded.length, Form.FILLER, 0, filler - Form.FILLER.unit());
        if (matched < filler) {
            throw new MalformedException("byte " + (used + matched) + " is not filler");
        }
        return Arrays.copyOfRange(padded, Integer.BYTES, used);
    }
}
