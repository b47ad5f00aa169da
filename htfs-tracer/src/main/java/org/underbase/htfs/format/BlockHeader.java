package org.underbase.htfs.format;

import java.util.Arrays;
import java.util.Optional;

/**
 * The header of a block, which is readable without decompression.
 *
 * @param kind events, or an end mark of the segment
 * @param segment {@link SegmentHeader#id} of the block's segment
 * @param sequence number of this block in its segment, from 0
 * @param events number of events; 0 in an end mark
 * @param head length of the header with its CRC, in bytes
 * @param payload length of the payload after the header, in bytes
 * @param payloadCrc CRC32C of the payload
 * @param wallNanos wall-clock time at which the block was sealed, in nanoseconds since the epoch
 * @param monoNanos {@link System#nanoTime} at the same moment; this pair converts the times of the events
 * @param firstStart earliest start of an event, in nanoseconds since the epoch
 * @param lastStart latest start of an event, in nanoseconds since the epoch
 * @param lastEnd latest end of an event, in nanoseconds since the epoch
 * @param sampling fraction of all files that was recorded, in units of 1 / 2^32, rounded; 2^32 is all
 * @param precision precision of times
 * @param drops events dropped since the previous block
 */
public record BlockHeader(
        Kind kind,
        int segment,
        int sequence,
        int events,
        int head,
        int payload,
        int payloadCrc,
        long wallNanos,
        long monoNanos,
        long firstStart,
        long lastStart,
        long lastEnd,
        long sampling,
        Precision precision,
        Drops drops) {
    /** The kind of a block. */
    public enum Kind {
        EVENTS(0),
        /** End mark of a cleanly closed segment; its process continues recording in the next one. */
        END_OF_SEGMENT(1),
        /** End mark of the last segment of a process. */
        END_OF_RECORDING(2);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        /** Returns the code on disk. */
        public int code() {
            return code;
        }

        /** Returns the kind with a code. */
        public static Optional<Kind> ofCode(int code) {
            return Arrays.stream(values()).filter(kind -> kind.code == code).findFirst();
        }
    }

    /** Length of a header of version 1 including its CRC, in bytes; the shortest one. */
    static final int LENGTH_1 = 116;

    /** Length of a written header including its CRC, in bytes. */
    public static final int LENGTH = 92 + 16 * Drops.Cause.values().length;

    /** Maximum length of a header, which may have further causes of losses. */
    static final int MAX_LENGTH = 1020;

    /** Value of {@link #sampling} if every file is recorded. */
    public static final long ALL = 1L << 32;

    /** Whether this is an end mark, which a cleanly closed segment has. */
    public boolean end() {
        return kind != Kind.EVENTS;
    }

    /** Returns the length of header and payload, in bytes. */
    public int length() {
        return head + payload;
    }

    /** Copies this header for another place. */
    BlockHeader at(int within, int place, Drops dropped) {
        return new BlockHeader(
                kind,
                within,
                place,
                events,
                head,
                payload,
                payloadCrc,
                wallNanos,
                monoNanos,
                firstStart,
                lastStart,
                lastEnd,
                sampling,
                precision,
                dropped);
    }

    byte[] encode() {
        ByteSink sink = new ByteSink(LENGTH);
        sink.bytes(Layout.BLOCK_MAGIC);
        sink.u8(kind.code());
        sink.u8(Layout.VERSION);
        sink.u16(LENGTH);
        sink.u32(segment);
        sink.u32(sequence);
        sink.u32(events);
        sink.u32(payload);
        sink.u32(payloadCrc);
        sink.u64(wallNanos);
        sink.u64(monoNanos);
        sink.u64(firstStart);
        sink.u64(lastStart);
        sink.u64(lastEnd);
        sink.u64(sampling);
        sink.u32(precision.tickNanos());
        sink.u32(precision.durationBits());
        for (Drops.Cause cause : Drops.Cause.values()) {
            sink.u64(drops.events(cause));
            sink.u64(drops.bytes(cause));
        }
        sink.u32(Crc.of(sink.array(), 0, sink.size()));
        return sink.toBytes();
    }

    /**
     * Decodes a header.
     *
     * @param bytes array with the header
     * @param at start of the header
     * @param end end of the valid bytes in the array, at least {@code at} plus {@link #LENGTH_1}
     * @return the header
     */
    static BlockHeader decode(byte[] bytes, int at, int end) throws TraceFormatException {
        if (!Arrays.equals(bytes, at, at + 8, Layout.BLOCK_MAGIC, 0, 8)) {
            throw new TraceFormatException("no block begins here");
        }
        int length = new ByteSource(bytes, at + 10, 2).u16();
        if (length < LENGTH_1 || length > MAX_LENGTH || length > end - at) {
            throw new TraceFormatException("the block's header has an invalid length");
        }
        if (Crc.of(bytes, at, length - 4) != new ByteSource(bytes, at + length - 4, 4).u32()) {
            throw new TraceFormatException("the CRC of the block's header does not match");
        }
        ByteSource source = new ByteSource(bytes, at + 8, length - 12);
        Optional<Kind> kind = Kind.ofCode(source.u8());
        int version = source.u8();
        if (version > Layout.VERSION) {
            throw new TraceVersionException(version);
        }
        source.u16();
        int segment = source.u32();
        int sequence = source.u32();
        int events = source.u32();
        int payload = source.u32();
        int payloadCrc = source.u32();
        boolean old = version == 1;
        if ((old ? length != LENGTH_1 : (length - 92) % 16 != 0)
                || kind.isEmpty()
                || sequence < 0
                || events < 0
                || events > Layout.MAX_EVENTS
                || payload < 0
                || payload > Layout.MAX_PAYLOAD
                || (kind.get() == Kind.EVENTS ? events == 0 || payload == 0 : events != 0 || payload != 0)) {
            throw new TraceFormatException("the block's header has an invalid number");
        }
        long wall = source.u64();
        long mono = source.u64();
        long firstStart = source.u64();
        long lastStart = source.u64();
        long lastEnd = source.u64();
        if (firstStart < -Layout.MAX_TIME
                || firstStart > lastStart
                || lastStart > Layout.MAX_TIME
                || firstStart > lastEnd
                || lastEnd > Layout.MAX_TIME) {
            throw new TraceFormatException("the block's header has an invalid time");
        }
        long sampling = source.u64();
        Drops drops = old ? drops1(source) : Drops.NONE;
        int tick = source.u32();
        int bits = source.u32();
        for (int i = 0; !old && i < (length - 92) / 16; i++) {
            drops = drops.with(Drops.Cause.ofCode(i), lost(source, Layout.MAX_LOST), lost(source, Layout.MAX_NUMBER));
        }
        if (tick < 1 || bits < 3 || bits > 64) {
            throw new TraceFormatException("the block's header has an invalid precision");
        }
        return new BlockHeader(
                kind.get(),
                segment,
                sequence,
                events,
                length,
                payload,
                payloadCrc,
                wall,
                mono,
                firstStart,
                lastStart,
                lastEnd,
                sampling,
                new Precision(tick, bits),
                drops);
    }

    private static Drops drops1(ByteSource source) throws TraceFormatException {
        return Drops.NONE
                .with(Drops.Cause.RING_FULL, lost(source, Layout.MAX_LOST), 0)
                .with(Drops.Cause.WRITE_ERROR, lost(source, Layout.MAX_LOST), 0)
                .with(Drops.Cause.SIZE_CAP, lost(source, Layout.MAX_LOST), 0);
    }

    private static long lost(ByteSource source, long max) throws TraceFormatException {
        long number = source.u64();
        if (number < 0 || number > max) {
            throw new TraceFormatException("the block's header has an invalid number of lost calls or bytes");
        }
        return number;
    }
}
