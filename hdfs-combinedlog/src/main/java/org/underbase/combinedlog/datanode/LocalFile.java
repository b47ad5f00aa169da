package org.underbase.combinedlog.datanode;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Open file of a replica. HDFS interrupts a receiver whose pipeline fails, and an interrupt closes a {@link FileChannel} and replaces
 * the exception of a failed fsync. So reads and fsyncs use another descriptor; only writes are interruptible. Confined to one thread,
 * because reads move the position.
 */
final class LocalFile implements Closeable {
    private final FileChannel out;
    private final RandomAccessFile in;

    LocalFile(Path path) throws IOException {
        // First, because a RandomAccessFile for writes would create a missing file.
        this.out = FileChannel.open(path, StandardOpenOption.WRITE);
        try {
            this.in = new RandomAccessFile(path.toFile(), "r");
        } catch (IOException e) {
            out.close();
            throw e;
        }
    }

    long length() throws IOException {
        return in.length();
    }

    /** Reads until the buffer, which has an array, is full or the file ends. */
    void read(ByteBuffer buffer, long position) throws IOException {
        in.seek(position);
        while (buffer.hasRemaining()) {
            int count = in.read(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
            if (count < 0) {
                return;
            }
            buffer.position(buffer.position() + count);
        }
    }

    void write(ByteBuffer bytes, long position) throws IOException {
        write(out, bytes, position);
    }

    static void write(FileChannel channel, ByteBuffer bytes, long position) throws IOException {
        ByteBuffer from = bytes.duplicate();
        long at = position;
        while (from.hasRemaining()) {
            at += channel.write(from, at);
        }
    }

    void truncate(long length) throws IOException {
        out.truncate(length);
    }

    void force() throws IOException {
        in.getFD().sync();
    }

    /** Fsyncs a file, or a directory, so that renames in it are on disk. */
    static void force(Path path) throws IOException {
        // Not a FileChannel: an interrupt would replace its fsync.
        try (AsynchronousFileChannel channel = AsynchronousFileChannel.open(path, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (NoSuchFileException e) {
            throw new IOException("cannot fsync " + path + ": it was removed", e);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            in.close();
        } finally {
            out.close();
        }
    }
}
