package org.underbase.combinedlog.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.List;

/** Channel that records its positional writes and fsyncs. Other methods that change the file are unsupported. */
class RecordedChannel extends FileChannel {
    private final String name;
    private final FileChannel inner;
    private final List<String> calls;

    RecordedChannel(String name, FileChannel inner, List<String> calls) {
        this.name = name;
        this.inner = inner;
        this.calls = calls;
    }

    @Override
    public int write(ByteBuffer src, long position) throws IOException {
        calls.add(name + " write " + src.remaining() + " at " + position);
        return inner.write(src, position);
    }

    @Override
    public void force(boolean metaData) throws IOException {
        calls.add(name + " force");
        inner.force(metaData);
    }

    @Override
    public int read(ByteBuffer dst, long position) throws IOException {
        return inner.read(dst, position);
    }

    @Override
    public long size() throws IOException {
        return inner.size();
    }

    @Override
    protected void implCloseChannel() throws IOException {
        calls.add(name + " close");
        inner.close();
    }

    @Override
    public int read(ByteBuffer dst) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long read(ByteBuffer[] dsts, int offset, int length) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int write(ByteBuffer src) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long write(ByteBuffer[] srcs, int offset, int length) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long position() {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileChannel position(long newPosition) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileChannel truncate(long size) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long transferFrom(ReadableByteChannel src, long position, long count) {
        throw new UnsupportedOperationException();
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) {
        throw new UnsupportedOperationException();
    }
}
