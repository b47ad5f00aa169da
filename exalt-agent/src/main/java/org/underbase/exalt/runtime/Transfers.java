package org.underbase.exalt.runtime;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/** Channel transfers that the JDK would delegate to the kernel, for compressed files, whose logical content the kernel cannot read. */
public final class Transfers {
    private static final int STEP = 128 << 10;

    /** Whether this JDK extends a file when it transfers to a position after its end. */
    private static final boolean EXTENDS = Runtime.version().feature() >= 21;

    private Transfers() {}

    /** Returns whether the kernel must not copy. */
    public static boolean isOurs(Object channel, Object other) {
        return Hooked.ofChannel(channel) != null || Hooked.ofChannel(other) != null || HookedSockets.sendsFrames(other);
    }

    /** Transfers as {@link FileChannel#transferTo}. */
    public static long to(FileChannel from, long position, long count, WritableByteChannel to) throws IOException {
        checkOpen(from.isOpen());
        checkOpen(to.isOpen());
        checkReadable(from);
        if (to instanceof FileChannel file) {
            checkWritable(file);
        }
        checkRange(position, count);
        long left = Math.min(count, from.size() - position);
        long sum = 0;
        ByteBuffer bytes = ByteBuffer.allocate((int) Math.max(0, Math.min(STEP, left)));
        while (sum < left) {
            bytes.clear().limit((int) Math.min(bytes.capacity(), left - sum));
            if (from.read(bytes, position + sum) < 0) {
                break;
            }
            bytes.flip();
            int read = bytes.remaining();
            int written = to.write(bytes);
            sum += written;
            if (written < read) {
                break;
            }
        }
        return sum;
    }

    /** Transfers as {@link FileChannel#transferFrom}. */
    public static long from(FileChannel to, ReadableByteChannel from, long position, long count) throws IOException {
        checkOpen(to.isOpen());
        checkOpen(from.isOpen());
        boolean file = from instanceof FileChannel;
        if (file && EXTENDS) {
            checkReadable((FileChannel) from);
        }
        checkWritable(to);
        checkRange(position, count);
        if (!EXTENDS && position > to.size()) {
            return 0;
        }
        if (file) {
            checkReadable((FileChannel) from);
        }
        // Source and target may be the same file, which grows during the transfer.
        long left = file ? Math.min(count, ((FileChannel) from).size() - ((FileChannel) from).position()) : count;
        long sum = 0;
        ByteBuffer bytes = ByteBuffer.allocate((int) Math.max(0, Math.min(STEP, left)));
        while (sum < left) {
            bytes.clear().limit((int) Math.min(bytes.capacity(), left - sum));
            int read = from.read(bytes);
            if (read <= 0) {
                break;
            }
            bytes.flip();
            while (bytes.hasRemaining()) {
                sum += to.write(bytes, position + sum);
            }
        }
        return sum;
    }

    private static void checkOpen(boolean open) throws IOException {
        if (!open) {
            throw new ClosedChannelException();
        }
    }

    /** Calls the stock method for zero bytes, which throws the same exceptions. */
    static void checkReadable(FileChannel file) throws IOException {
        file.read(ByteBuffer.allocate(0), 0);
    }

    static void checkWritable(FileChannel file) throws IOException {
        file.write(ByteBuffer.allocate(0), 0);
    }

    static void checkRange(long position, long count) {
        if (position < 0 || count < 0) {
            throw new IllegalArgumentException();
        }
    }
}
