package org.underbase.htfs.record;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.underbase.htfs.format.Drops;
import org.underbase.htfs.format.EncodedBlock;
import org.underbase.htfs.format.SegmentHeader;

/** One segment being written. What is written stays written: a block that fails half-way is cut off again. */
final class SegmentWriter {
    private final Path file;
    private final FileChannel channel;
    private final int id;
    private long size;
    private int blocks;
    private long events;
    private boolean broken;

    private SegmentWriter(Path file, FileChannel channel, int id) {
        this.file = file;
        this.id = id;
        this.channel = channel;
    }

    /** Creates the file and writes its header; leaves nothing behind when that fails. */
    static SegmentWriter create(Path file, SegmentHeader header) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        SegmentWriter writer = new SegmentWriter(file, channel, header.id());
        try {
            writer.write(header.encode());
            return writer;
        } catch (IOException e) {
            channel.close();
            Files.deleteIfExists(file);
            throw e;
        }
    }

    /** Appends a block. After an exception the segment ends with the block before, or is {@link #broken}. */
    int append(EncodedBlock block, Drops drops) throws IOException {
        byte[] bytes = block.bytes(id, blocks, drops);
        write(bytes);
        blocks++;
        events += block.events();
        return bytes.length;
    }

    private void write(byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        try {
            while (buffer.hasRemaining()) {
                channel.write(buffer, size + buffer.position());
            }
            size += bytes.length;
        } catch (IOException e) {
            cut(e);
            throw e;
        }
    }

    private void cut(IOException cause) {
        try {
            channel.truncate(size);
        } catch (IOException e) {
            broken = true;
            cause.addSuppressed(e);
        }
    }

    Path file() {
        return file;
    }

    long size() {
        return size;
    }

    int blocks() {
        return blocks;
    }

    long events() {
        return events;
    }

    /** Whether nothing more can go into this segment: it could not be repaired, or somebody removed it. */
    boolean broken() {
        return broken || !channel.isOpen() || !Files.exists(file);
    }

    void close() throws IOException {
        channel.close();
    }

    /** Whether {@code e} says that a file of that name is there already. */
    static boolean taken(IOException e) {
        return e instanceof FileAlreadyExistsException;
    }
}
