package org.underbase.combinedlog.client;

import java.nio.ByteBuffer;

/** Record that was read from a log, with a valid checksum. Immutable. */
public final class LogRecord {
    private final LogPosition position;
    private final byte[] data;

    LogRecord(LogPosition position, byte[] data) {
        this.position = position;
        this.data = data;
    }

    /**
     * Returns the position that {@link LogWriter#append} reported for this record.
     *
     * @return number and offset of the record
     */
    public LogPosition position() {
        return position;
    }

    /**
     * Returns the content.
     *
     * @return new read-only buffer
     */
    public ByteBuffer data() {
        return ByteBuffer.wrap(data).asReadOnlyBuffer();
    }

    /**
     * Copies the content.
     *
     * @return new array
     */
    public byte[] toByteArray() {
        return data.clone();
    }
}
