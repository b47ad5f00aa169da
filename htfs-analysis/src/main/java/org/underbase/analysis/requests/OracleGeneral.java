package org.underbase.analysis.requests;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;
import org.agrona.collections.Long2LongHashMap;

/**
 * Trace of libCacheSim: packed little-endian records, each with the time in seconds since the first request, the id and the size
 * of the object, and the number of the next request for it, from 1, or {@value #NONE}. An object is a block of a file.
 * {@link Layout} distinguishes the variants. Memory: a part of the heap; if it is too small for the ids of all blocks, the
 * file is read several times.
 */
final class OracleGeneral implements RequestWriter {
    private static final int ID = 4;
    /** Length without the operation and the kind. */
    private static final int RECORD = 24;

    private static final byte READ = 12;
    private static final byte WRITE = 13;
    private static final long NONE = -1;
    private static final long SECOND = 1_000_000_000L;
    private static final int BLOCK_BITS = 36;
    private static final long MAX_BLOCK = (1L << BLOCK_BITS) - 1;
    private static final long MAX_FILE = (1L << (Long.SIZE - 1 - BLOCK_BITS)) - 2;
    private static final int MAX_KIND = 0xFFFF;
    private static final int BUFFERED = 1 << 15;

    /** Part of the heap for ids, and the bytes that one takes while the map grows. */
    private static final int HEAP_PART = 4;

    private static final int ID_BYTES = 74;
    /** Number of parts of all ids, by a hash: those of a reading of the file are a range of parts. */
    private static final int PART_BITS = 16;

    private static final int PARTS = 1 << PART_BITS;

    private static final long HASH = 0x9E3779B97F4A7C15L;

    private final FileChannel file;
    private final long blockBytes;
    private final Layout layout;
    private final int record;
    private final ByteBuffer buffer;
    private final int maxIds;
    private final BitSet kinds = new BitSet();
    private long records;
    private long reads;
    private int seconds;
    private long firstNanos = NONE;

    /** Variants of the format. */
    enum Layout {
        /** Reads only. */
        READS(0, 0),
        /** Also writes: with an operation (8 bits) and the kind of the file (16 bits) in a record. */
        OP_NS(0, 3),
        /** Version 2 of the format lcs: with a header, an operation (8 bits) and the kind of the file (24 bits). */
        LCS(LcsHeader.BYTES, 4);

        private final int header;
        private final int operation;

        Layout(int header, int operation) {
            this.header = header;
            this.operation = operation;
        }
    }

    OracleGeneral(Path path, long blockBytes, Layout layout) throws IOException {
        this(path, blockBytes, layout, (int)
                Math.min(1 << 30, Runtime.getRuntime().maxMemory() / HEAP_PART / ID_BYTES));
    }

    /** @param maxIds maximum number of ids in memory */
    OracleGeneral(Path path, long blockBytes, Layout layout, int maxIds) throws IOException {
        this.blockBytes = blockBytes;
        this.layout = layout;
        this.maxIds = maxIds;
        this.record = RECORD + layout.operation;
        this.buffer = ByteBuffer.allocate(BUFFERED * record).order(ByteOrder.LITTLE_ENDIAN);
        this.file = FileChannel.open(
                path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        file.position(layout.header);
    }

    @Override
    public long write(Request request) throws IOException {
        if (!request.isRead() && layout == Layout.READS) {
            return 0;
        }
        firstNanos = firstNanos == NONE ? request.nanos() : firstNanos;
        // A request of another host may come late: its clock differs, or too many blocks overlap.
        int second = (int) (Math.max(0, request.nanos() - firstNanos) / SECOND);
        seconds = Math.max(seconds, second);
        long first = request.firstBlock(blockBytes);
        long last = request.lastBlock(blockBytes);
        for (long block = first; block <= last; block++) {
            if (!buffer.hasRemaining()) {
                flush();
            }
            buffer.putInt(second).putLong(id(request.file(), block)).putInt((int) blockBytes);
            putOperation(request);
            buffer.putLong(NONE);
        }
        records += last - first + 1;
        reads += request.isRead() ? last - first + 1 : 0;
        return last - first + 1;
    }

    private void putOperation(Request request) throws IOException {
        if (layout == Layout.READS) {
            return;
        }
        if (request.kind() > MAX_KIND) {
            throw new IOException("the trace has too many kinds of files for this format");
        }
        kinds.set(request.kind());
        byte operation = request.isRead() ? READ : WRITE;
        if (layout == Layout.OP_NS) {
            buffer.put(operation).putShort((short) request.kind());
        } else {
            buffer.putInt(request.kind() << Byte.SIZE | operation);
        }
    }

    private static long id(int file, long block) throws IOException {
        if (file > MAX_FILE || block > MAX_BLOCK) {
            throw new IOException("the trace has too many files or blocks for this format: use a larger block size");
        }
        // Never 0, which some simulators reserve.
        return (file + 1L) << BLOCK_BITS | block;
    }

    private void flush() throws IOException {
        buffer.flip();
        while (buffer.hasRemaining()) {
            file.write(buffer);
        }
        buffer.clear();
    }

    /** Sets the next requests, for as many ids at a time as the memory has room for. */
    @Override
    public void finish() throws IOException {
        flush();
        Long2LongHashMap next = new Long2LongHashMap(NONE);
        long objects = 0;
        int parts = PARTS;
        for (int from = 0; from < PARTS; ) {
            next.clear();
            if (setNext(next, from, from + parts)) {
                objects += next.size();
                from += parts;
            } else {
                parts /= 2;
            }
        }
        if (layout == Layout.LCS) {
            transfer(
                    new LcsHeader(records, reads, objects, blockBytes, seconds, kinds.cardinality()).bytes(), 0, false);
        }
    }

    /**
     * Reads the file backwards, so that the next request of each is known.
     *
     * @param from first part of the ids whose records are set
     * @param end end of the parts
     * @return whether the memory has room for all of these ids
     */
    private boolean setNext(Long2LongHashMap next, int from, int end) throws IOException {
        for (long left = records; left > 0; ) {
            int count = (int) Math.min(BUFFERED, left);
            long start = left - count;
            long position = layout.header + start * record;
            transfer(buffer.clear().limit(count * record), position, true);
            for (int i = count - 1; i >= 0; i--) {
                long id = buffer.getLong(i * record + ID);
                int part = (int) ((id * HASH) >>> (Long.SIZE - PART_BITS));
                if (part >= from && part < end) {
                    buffer.putLong((i + 1) * record - Long.BYTES, next.put(id, start + i + 1));
                }
            }
            if (next.size() > maxIds && end - from > 1) {
                return false;
            }
            transfer(buffer.rewind(), position, false);
            left = start;
        }
        return true;
    }

    private void transfer(ByteBuffer bytes, long position, boolean read) throws IOException {
        long at = position;
        while (bytes.hasRemaining()) {
            int moved = read ? file.read(bytes, at) : file.write(bytes, at);
            if (moved < 0) {
                throw new IOException("the file was truncated while it was written");
            }
            at += moved;
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
