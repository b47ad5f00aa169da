package org.underbase.htfs.format;

import java.util.Arrays;
import java.util.Optional;

/**
 * What is known of a block before it is decompressed.
 *
 * @param kind whether it holds events or is the end mark of its segment
 * @param segment the {@link SegmentHeader#id} of the segment it stands in
 * @param sequence the number of this block in its segment, from 0
 * @param events how many events it holds; 0 in an end mark
 * @param payload how many bytes follow the header
 * @param payloadCrc CRC32C of those
 * @param wallNanos the wall clock when the block was sealed, nanoseconds since the epoch
 * @param monoNanos {@link System#nanoTime} at the same moment; the times of the events are told from this pair
 * @param firstStart the earliest start of an event, nanoseconds since the epoch
 * @param lastStart the latest start of an event, nanoseconds since the epoch
 * @param lastEnd the latest end of an event, nanoseconds since the epoch
 * @param sampling the part of all files that was recorded, in 1 / 2^32, rounded; 2^32 when all were
 * @param precision how exactly times are kept
 * @param drops events lost since the block before
 */
public record BlockHeader(
        Kind kind,
        int segment,
        int sequence,
        int events,
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
    /** What a block is. */
    public enum Kind {
        EVENTS(0),
        /** The end of a segment, closed in good order; its process goes on recording and begins another. */
        END_OF_SEGMENT(1),
        /** The end of a segment and of what its process recorded. */
        END_OF_RECORDING(2);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        /** The code on disk. */
        public int code() {
            return code;
        }

        /** The kind with this code. */
        public static Optional<Kind> ofCode(int code) {
            return Arrays.stream(values()).filter(kind -> kind.code == code).findFirst();
        }
    }
    /** Bytes of a header of version 1, CRC included. */
    public static final int LENGTH = 116;

    /** {@link #sampling} when every file was recorded. */
    public static final long ALL = 1L << 32;

    /** Whether this is an end mark, which says that the segment was closed in good order. */
    public boolean end() {
        return kind != Kind.EVENTS;
    }

    /** The bytes of the whole block. */
    public int length() {
        return LENGTH + payload;
    }

    /** The same header at another place. */
    BlockHeader at(int within, int place, Drops lost) {
        return new BlockHeader(
                kind,
                within,
                place,
                events,
                payload,
                payloadCrc,
                wallNanos,
                monoNanos,
                firstStart,
                lastStart,
                lastEnd,
                sampling,
                precision,
                lost);
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
        sink.u64(drops.full());
        sink.u64(drops.writeError());
        sink.u64(drops.sizeCap());
        sink.u32(precision.tickNanos());
        sink.u32(precision.durationBits());
        sink.u32(Crc.of(sink.array(), 0, sink.size()));
        return sink.toBytes();
    }

    /** The header that begins at {@code at}, of which at least {@link #LENGTH} bytes must be there. */
    static BlockHeader decode(byte[] bytes, int at) throws TraceFormatException {
        if (!Arrays.equals(bytes, at, at + 8, Layout.BLOCK_MAGIC, 0, 8)) {
            throw new TraceFormatException("no block begins here");
        }
        if (Crc.of(bytes, at, LENGTH - 4) != new ByteSource(bytes, at + LENGTH - 4, 4).u32()) {
            throw new TraceFormatException("the CRC of the block's header does not match");
        }
        ByteSource source = new ByteSource(bytes, at + 8, LENGTH - 12);
        Optional<Kind> kind = Kind.ofCode(source.u8());
        int version = source.u8();
        if (version > Layout.VERSION) {
            throw new TraceVersionException(version);
        }
        int length = source.u16();
        int segment = source.u32();
        int sequence = source.u32();
        int events = source.u32();
        int payload = source.u32();
        int payloadCrc = source.u32();
        if (length != LENGTH
                || kind.isEmpty()
                || sequence < 0
                || events < 0
                || events > Layout.MAX_EVENTS
                || payload < 0
                || payload > Layout.MAX_PAYLOAD
                || (kind.get() != Kind.EVENTS) != (events == 0 && payload == 0)) {
            throw new TraceFormatException("the block's header has numbers that cannot be");
        }
        long wall = source.u64();
        long mono = source.u64();
        long firstStart = source.u64();
        long lastStart = source.u64();
        long lastEnd = source.u64();
        long sampling = source.u64();
        Drops drops = new Drops(source.u64(), source.u64(), source.u64());
        int tick = source.u32();
        int bits = source.u32();
        if (tick < 1 || bits < 3 || bits > 64) {
            throw new TraceFormatException("the block's header has a precision that cannot be");
        }
        return new BlockHeader(
                kind.get(),
                segment,
                sequence,
                events,
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
}
