package org.underbase.analysis.access;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Comparator;

/**
 * Accesses of one process to one file in a part of the trace.
 *
 * @param file key of the file
 * @param firstNanos earliest start, in nanoseconds since the epoch
 * @param part number of the part of the trace
 * @param sequence number of the chunk in its part
 * @param process number of the process
 * @param sampling fraction of the files that was recorded
 * @param count number of accesses
 * @param unplaced whether the offset of a read or write is not in the trace
 * @param sorted whether the accesses are in the order of their starts
 * @param data encoded accesses; null if they are on disk
 * @param position position on disk, in bytes
 * @param size length on disk, in bytes
 */
public record Chunk(
        int file,
        long firstNanos,
        int part,
        int sequence,
        int process,
        long sampling,
        int count,
        boolean unplaced,
        boolean sorted,
        ByteBuffer data,
        long position,
        int size) {
    /** Approximate memory of a chunk without its data, in bytes. */
    static final int OVERHEAD = 96;

    /** The order of the files, and in each the order in which its chunks are opened. */
    static final Comparator<Chunk> ORDER = Comparator.comparingInt(Chunk::file)
            .thenComparingLong(Chunk::firstNanos)
            .thenComparingInt(Chunk::part)
            .thenComparingInt(Chunk::sequence);

    /** Writes the chunk, for {@link #read}. Its data must be in memory. */
    public void write(DataOutput out) throws IOException {
        out.writeInt(file);
        out.writeLong(firstNanos);
        out.writeInt(part);
        out.writeInt(sequence);
        out.writeInt(process);
        out.writeLong(sampling);
        out.writeInt(count);
        out.writeBoolean(unplaced);
        out.writeBoolean(sorted);
        out.writeInt(size);
        out.write(data.array(), data.arrayOffset(), size);
    }

    /** Reads a chunk that {@link #write} has written. */
    public static Chunk read(DataInput in) throws IOException {
        int file = in.readInt();
        long firstNanos = in.readLong();
        int part = in.readInt();
        int sequence = in.readInt();
        int process = in.readInt();
        long sampling = in.readLong();
        int count = in.readInt();
        boolean unplaced = in.readBoolean();
        boolean sorted = in.readBoolean();
        byte[] data = new byte[in.readInt()];
        in.readFully(data);
        return new Chunk(
                file,
                firstNanos,
                part,
                sequence,
                process,
                sampling,
                count,
                unplaced,
                sorted,
                ByteBuffer.wrap(data),
                0,
                data.length);
    }

    Chunk inMemory(byte[] bytes) {
        return at(ByteBuffer.wrap(bytes), 0);
    }

    Chunk onDisk(long at) {
        return at(null, at);
    }

    private Chunk at(ByteBuffer bytes, long onDisk) {
        return new Chunk(
                file, firstNanos, part, sequence, process, sampling, count, unplaced, sorted, bytes, onDisk, size);
    }
}
