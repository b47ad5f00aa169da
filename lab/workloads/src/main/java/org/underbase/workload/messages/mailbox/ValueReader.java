package org.underbase.workload.messages.mailbox;

import com.google.common.io.ByteArrayDataInput;
import com.google.common.io.ByteStreams;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/** Reader of values written by {@link ValueWriter}. */
final class ValueReader {
    private final ByteArrayDataInput in;
    private final int size;
    private final char tag;

    private ValueReader(byte[] value) {
        in = ByteStreams.newDataInput(value);
        size = value.length;
        tag = (char) in.readByte();
    }

    /**
     * Reads a whole value.
     *
     * @throws IllegalArgumentException if the value does not have the format that {@code body} expects
     */
    static <T> T read(String what, byte[] value, Function<ValueReader, T> body) {
        try {
            return body.apply(new ValueReader(value));
        } catch (IllegalStateException shorter) {
            throw new IllegalArgumentException(what + ": the value of " + value.length + " bytes is truncated");
        }
    }

    char tag() {
        return tag;
    }

    ValueReader expect(char expected) {
        if (tag != expected) {
            throw new IllegalArgumentException("a value tagged '" + expected + "' expected, '" + tag + "' found");
        }
        return this;
    }

    int number() {
        return in.readInt();
    }

    long longNumber() {
        return in.readLong();
    }

    int small() {
        return in.readUnsignedByte();
    }

    String text() {
        int length = in.readInt();
        if (length < 0 || length > size) {
            throw new IllegalArgumentException("a text of " + length + " bytes in a value of " + size);
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        return new String(bytes, StandardCharsets.US_ASCII);
    }
}
