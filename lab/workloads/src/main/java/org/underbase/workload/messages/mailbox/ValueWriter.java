package org.underbase.workload.messages.mailbox;

import com.google.common.io.ByteArrayDataOutput;
import com.google.common.io.ByteStreams;
import java.nio.charset.StandardCharsets;

/** Builder of a cell's value: a tag for its type, then numbers and texts. */
final class ValueWriter {
    private final ByteArrayDataOutput out;

    ValueWriter(char tag, int expectedSize) {
        out = ByteStreams.newDataOutput(expectedSize);
        out.writeByte(tag);
    }

    ValueWriter number(int value) {
        out.writeInt(value);
        return this;
    }

    ValueWriter longNumber(long value) {
        out.writeLong(value);
        return this;
    }

    ValueWriter small(int value) {
        out.writeByte(value);
        return this;
    }

    ValueWriter text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        out.writeInt(bytes.length);
        out.write(bytes);
        return this;
    }

    byte[] value() {
        return out.toByteArray();
    }
}
