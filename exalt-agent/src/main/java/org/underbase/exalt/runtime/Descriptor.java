package org.underbase.exalt.runtime;

import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * File descriptor of a compressed file, with the position that the kernel would keep. Streams and channels that share the descriptor
 * share the position. Thread-safe.
 */
final class Descriptor extends DescriptorEntry {
    private final Object key;
    private final Inode inode;
    private final Access access;
    private long position;

    Descriptor(FileDescriptor owner, Object key, Inode inode, Access access) {
        super(owner);
        this.key = key;
        this.inode = inode;
        this.access = access;
    }

    /** Content of the inode. */
    Object key() {
        return key;
    }

    synchronized int read(ByteBuffer into) throws IOException {
        int count = read(position, into);
        if (count > 0) {
            position += count;
        }
        return count;
    }

    int read(long at, ByteBuffer into) throws IOException {
        check(access.readable());
        if (at < 0) {
            throw new IOException("Invalid argument");
        }
        return inode.read(at, into);
    }

    synchronized int write(ByteBuffer from) throws IOException {
        check(access.writable());
        int count = from.remaining();
        if (access.append()) {
            position = inode.append(from) + count;
        } else {
            inode.write(position, from);
            position += count;
        }
        return count;
    }

    /** Writes at the position, or at the end if the descriptor appends, as Linux does. */
    int write(long at, ByteBuffer from) throws IOException {
        check(access.writable());
        if (at < 0) {
            throw new IOException("Invalid argument");
        }
        int count = from.remaining();
        if (access.append()) {
            inode.append(from);
        } else {
            inode.write(at, from);
        }
        return count;
    }

    private static void check(boolean allowed) throws IOException {
        if (!allowed) {
            throw new IOException("Bad file descriptor");
        }
    }

    synchronized long position() {
        return position;
    }

    synchronized void seek(long to) {
        position = to;
    }

    synchronized long skip(long bytes) throws IOException {
        long to = position + bytes;
        if (to < 0) {
            throw new IOException("Invalid argument");
        }
        position = to;
        return bytes;
    }

    /** Returns the number of bytes from the position to the end; negative after the end. */
    synchronized long left() {
        return inode.length() - position;
    }

    long length() {
        return inode.length();
    }

    void truncate(long length) throws IOException {
        if (length < 0 || !access.writable()) {
            throw new IOException("Invalid argument");
        }
        inode.truncate(length);
    }

    /** Truncates as {@link #truncate} and moves the position to the end if it is behind. */
    synchronized void setLength(long length) throws IOException {
        truncate(length);
        position = Math.min(position, length);
    }
}
