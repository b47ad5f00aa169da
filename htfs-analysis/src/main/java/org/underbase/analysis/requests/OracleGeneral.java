package org.underbase.analysis.requests;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.collections.Long2LongHashMap;

/**
 * Trace of libCacheSim: packed little-endian records with the time in seconds since the first request, the id and the size of
 * the object, and the number of the next request for it, from 0, or {@value #NONE}. An object is a block of a file. The variant
 * with operations also has the operation and the kind of the file; the other one has reads only. Memory: about 40 bytes per
 * distinct block.
 */
final class OracleGeneral implements RequestWriter {
    private static final int ID = 4;
    /** Length without the operation and the kind. */
    private static final int RECORD = 24;

    private static final int OPERATION = 3;
    private static final byte READ = 12;
    private static final byte WRITE = 13;
    private static final long NONE = -1;
    private static final long SECOND = 1_000_000_000L;
    private static final int BLOCK_BITS = 36;
    private static final long MAX_BLOCK = (1L << BLOCK_BITS) - 1;
    private static final long MAX_FILE = (1L << (Long.SIZE - 1 - BLOCK_BITS)) - 2;
    private static final int MAX_KIND = 0xFFFF;
    private static final int BUFFERED = 1 << 15;

    private final FileChannel file;
    private final long blockBytes;
    private final boolean operations;
    private final int record;
    private final ByteBuffer buffer;
    private long records;
    private long firstNanos = NONE;

    OracleGeneral(Path path, long blockBytes, boolean operations) throws IOException {
        this.blockBytes = blockBytes;
        this.operations = operations;
        this.record = RECORD + (operations ? OPERATION : 0);
        this.buffer = ByteBuffer.allocate(BUFFERED * record).order(ByteOrder.LITTLE_ENDIAN);
        this.file = FileChannel.open(
                path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    @Override
    public long write(Request request) throws IOException {
        if (!request.isRead() && !operations) {
            return 0;
        }
        firstNanos = firstNanos == NONE ? request.nanos() : firstNanos;
        // A request of another host may come late: its clock differs, or too many blocks overlap.
        int seconds = (int) (Math.max(0, request.nanos() - firstNanos) / SECOND);
        long first = request.firstBlock(blockBytes);
        long last = request.lastBlock(blockBytes);
        for (long block = first; block <= last; block++) {
            if (!buffer.hasRemaining()) {
                flush();
            }
            buffer.putInt(seconds).putLong(id(request.file(), block)).putInt((int) blockBytes);
            if (operations) {
                buffer.put(request.isRead() ? READ : WRITE).putShort(namespace(request.kind()));
            }
            buffer.putLong(NONE);
        }
        records += last - first + 1;
        return last - first + 1;
    }

    private static short namespace(int kind) throws IOException {
        if (kind > MAX_KIND) {
            throw new IOException("the trace has too many kinds of files for this format");
        }
        return (short) kind;
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

    /** Sets the next requests: reads the file backwards, so that each of them is known. */
    @Override
    public void finish() throws IOException {
        flush();
        Long2LongHashMap next = new Long2LongHashMap(NONE);
        for (long end = records; end > 0; ) {
            int count = (int) Math.min(BUFFERED, end);
            long start = end - count;
            buffer.clear().limit(count * record);
            transfer(start, true);
            for (int i = count - 1; i >= 0; i--) {
                long later = next.put(buffer.getLong(i * record + ID), start + i);
                buffer.putLong((i + 1) * record - Long.BYTES, later);
            }
            buffer.rewind();
            transfer(start, false);
            end = start;
        }
    }

    private void transfer(long first, boolean read) throws IOException {
        long at = first * record;
        while (buffer.hasRemaining()) {
            int moved = read ? file.read(buffer, at) : file.write(buffer, at);
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
