package org.underbase.analysis.access;

import java.io.DataOutput;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** Chunks of some files, in memory or in one file on disk. Thread-safe. */
final class Partition {
    private final Path path;
    private final List<Chunk> chunks = new ArrayList<>();
    private int onDisk;
    private FileChannel channel;
    private long end;

    Partition(Path path) {
        this.path = path;
    }

    synchronized void add(Chunk chunk) {
        chunks.add(chunk);
    }

    /** Moves the data of all chunks to disk; returns the memory that this freed, in bytes. */
    synchronized long spill() throws IOException {
        long freed = 0;
        for (int i = onDisk; i < chunks.size(); i++) {
            Chunk chunk = chunks.get(i);
            if (channel == null) {
                channel = FileChannel.open(
                        path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
            }
            ByteBuffer data = chunk.data();
            long at = end;
            write(data);
            chunks.set(i, chunk.onDisk(at));
            freed += chunk.size();
        }
        onDisk = chunks.size();
        return freed;
    }

    private void write(ByteBuffer data) throws IOException {
        try {
            while (data.hasRemaining()) {
                end += channel.write(data, end);
            }
        } catch (IOException e) {
            throw new IOException(
                    "cannot write the temporary file " + path + ": " + e.getMessage() + SpillSpace.ADVICE, e);
        }
    }

    synchronized List<Chunk> sorted() {
        List<Chunk> sorted = new ArrayList<>(chunks);
        chunks.clear();
        onDisk = 0;
        sorted.sort(Chunk.ORDER);
        return sorted;
    }

    /** Removes all data, so that its space on disk is used again. */
    synchronized void reset() {
        chunks.clear();
        onDisk = 0;
        end = 0;
    }

    /** Writes all chunks, which stay. */
    synchronized void write(DataOutput out) throws IOException {
        out.writeInt(chunks.size());
        for (Chunk chunk : chunks) {
            chunk.inMemory(data(chunk)).write(out);
        }
    }

    byte[] data(Chunk chunk) throws IOException {
        if (chunk.data() != null) {
            return chunk.data().array();
        }
        ByteBuffer data = ByteBuffer.allocate(chunk.size());
        while (data.hasRemaining()) {
            if (channel.read(data, chunk.position() + data.position()) < 0) {
                throw new EOFException(path + " is truncated");
            }
        }
        return data.array();
    }

    synchronized void close() throws IOException {
        if (channel != null) {
            channel.close();
        }
    }
}
