package org.underbase.htfs.record;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.underbase.htfs.format.Drops;
import org.underbase.htfs.format.EncodedBlock;
import org.underbase.htfs.format.SegmentHeader;

/** Writer of one segment. It truncates a block that was written only partly, so that the file stays valid. */
final class SegmentWriter {
    private final Path file;
    private final FileChannel channel;
    private final int id;
    private long size;
    private int blocks;
    private long events;
    private Drops drops = Drops.NONE;
    private boolean broken;

    private SegmentWriter(Path file, FileChannel channel, int id) {
        this.file = file;
        this.id = id;
        this.channel = channel;
    }

    /**
     * Creates the file, locks it and writes its header; deletes the file if that fails.
     *
     * @throws FileAlreadyExistsException if another process has that file
     */
    static SegmentWriter create(Path file, SegmentHeader header) throws IOException {
        SegmentLock.register(file);
        FileChannel channel = null;
        try {
            channel = FileChannel.open(
                    file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), FileGuard.SEGMENT);
            SegmentLock.lock(file, channel);
            SegmentWriter writer = new SegmentWriter(file, channel, header.id());
            writer.write(header.encode());
            return writer;
        } catch (IOException e) {
            if (channel != null) {
                channel.close();
                Files.deleteIfExists(file);
            }
            SegmentLock.release(file);
            throw e;
        }
    }

    /**
     * Appends a block. After an exception the segment ends with the previous block, or is {@link #broken}.
     *
     * @param block the block
     * @param news losses that no earlier header contains
     * @return number of written bytes
     */
    int append(EncodedBlock block, Drops news) throws IOException {
        byte[] bytes = block.bytes(id, blocks, news);
        write(bytes);
        blocks++;
        events += block.events();
        drops = drops.plus(news);
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
            truncate(e);
            throw e;
        }
    }

    private void truncate(IOException cause) {
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

    /** Returns the losses in the headers of all blocks. */
    Drops drops() {
        return drops;
    }

    /** Whether this segment cannot be continued: truncation failed, or the file was deleted. */
    boolean broken() {
        return broken || !channel.isOpen() || !Files.exists(file);
    }

    void close() throws IOException {
        try {
            channel.close();
        } finally {
            SegmentLock.release(file);
        }
    }

    /** Whether {@code e} means that the file exists. */
    static boolean taken(IOException e) {
        return e instanceof FileAlreadyExistsException;
    }
}
