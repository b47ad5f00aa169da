package org.underbase.combinedlog.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Journal file that is backed by file channels. A commit is one direct write if possible: a write through the page cache and an fsync
 * need another system call and more CPU time.
 */
final class ChannelFile implements JournalFile {
    private final FileChannel channel;
    private final Path path;
    private Optional<DirectWrites> directWrites;
    /** Opened at the first direct commit; null before it. */
    private FileChannel direct;
    /** Whether written bytes may be in the page cache only. Confined to the thread that writes. */
    private boolean unforced;

    /** Creates a file whose commits use the page cache. */
    ChannelFile(FileChannel channel, Path path) {
        this(channel, path, Optional.empty());
    }

    ChannelFile(FileChannel channel, Path path, Optional<DirectWrites> directWrites) {
        this.channel = channel;
        this.path = path;
        this.directWrites = directWrites;
    }

    @Override
    public long size() throws IOException {
        return channel.size();
    }

    @Override
    public void read(ByteBuffer buffer, long position) throws IOException {
        long at = position;
        while (buffer.hasRemaining()) {
            int count = channel.read(buffer, at);
            if (count < 0) {
                return;
            }
            at += count;
        }
    }

    @Override
    public void write(ByteBuffer buffer, long position) throws IOException {
        unforced = true;
        long at = position;
        while (buffer.hasRemaining()) {
            at += channel.write(buffer, at);
        }
    }

    @Override
    public boolean commit(ByteBuffer buffer, long position) throws IOException {
        // A direct write covers no other bytes.
        if (!unforced && writesDirectly(buffer, position)) {
            return true;
        }
        return JournalFile.super.commit(buffer, position);
    }

    private boolean writesDirectly(ByteBuffer buffer, long position) throws IOException {
        if (directWrites.isEmpty() || !DirectWrites.aligned(buffer, position)) {
            return false;
        }
        if (direct == null) {
            Optional<FileChannel> opened = directWrites.get().open(path);
            if (opened.isEmpty()) {
                directWrites = Optional.empty();
                return false;
            }
            direct = opened.get();
        }
        return directWrites.get().write(direct, buffer, position);
    }

    @Override
    public void force() throws IOException {
        channel.force(false);
        unforced = false;
    }

    @Override
    public void close() throws IOException {
        try {
            if (direct != null) {
                direct.close();
            }
        } finally {
            channel.close();
        }
    }
}
