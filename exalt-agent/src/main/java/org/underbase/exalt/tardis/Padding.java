package org.underbase.exalt.tardis;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Padding for systems that encode data before they store it, by encryption, erasure coding or compression in the client. Such a system
 * encodes compressed sequences in place of the data, and filler with a different flag makes up for the difference in length (NSDI '14,
 * section 5). The stored object has its real size, and compresses to the encoded bytes. The length of the code precedes it in four bytes.
 */
public final class Padding {
    private Padding() {}

    /**
     * Pads a code with filler.
     *
     * @param code encoded bytes
     * @param length length of the result, that of the encoded real data, in bytes
     * @return padded bytes
     * @throws IllegalArgumentException if the code and the four bytes of its length exceed {@code length}
     */
    public static byte[] pad(byte[] code, int length) {
        int used = Integer.BYTES + code.length;
        if (used > length) {
            throw new IllegalArgumentException("code of " + code.length + " bytes and its length exceed " + length
                    + " bytes: no filler is needed");
        }
        ByteBuffer result = ByteBuffer.allocate(length);
        result.putInt(code.length).put(code);
        Tardis.fill(Form.FILLER, length - used, 0, result, used, length - used);
        return result.array();
    }

    /**
     * Removes the filler.
     *
     * @param padded result of {@link #pad}
     * @return the code
     * @throws MalformedException if the bytes are not padded or were modified
     */
    public static byte[] strip(byte[] padded) throws MalformedException {
        if (padded.length < Integer.BYTES) {
            throw new MalformedException(padded.length + " bytes are too few for a padded code");
        }
        ByteBuffer in = ByteBuffer.wrap(padded);
        int length = in.getInt();
        if (length < 0 || length > in.remaining()) {
            throw new MalformedException(
                    "invalid code length " + length + ": only " + in.remaining() + " bytes follow");
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
