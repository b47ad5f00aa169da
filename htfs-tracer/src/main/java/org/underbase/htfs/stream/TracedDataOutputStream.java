package org.underbase.htfs.stream;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.underbase.htfs.record.StreamRef;
import org.underbase.htfs.record.Tracer;

/** A recorded {@link FSDataOutputStream} of any file system. */
public final class TracedDataOutputStream extends FSDataOutputStream implements TracedStream {
    private final FSDataOutputStream real;
    private final TracedOutput traced;
    private final long startOffset;

    public TracedDataOutputStream(FSDataOutputStream real, Tracer tracer, StreamRef ref) {
        super(real.getWrappedStream(), null);
        this.real = real;
        this.startOffset = real.getPos();
        this.traced = new TracedOutput(real, tracer, ref, () -> null);
        this.out = traced;
    }

    @Override
    public StreamRef ref() {
        return traced.ref();
    }

    @Override
    public long startOffset() {
        return startOffset;
    }

    @Override
    public long lengthAtOpen() {
        return -1;
    }

    @Override
    public long getPos() {
        return real.getPos();
    }

    @Override
    public void hflush() throws IOException {
        traced.hflush();
    }

    @Override
    public void hsync() throws IOException {
        traced.hsync();
    }

    @Override
    public AbortableResult abort() {
        return traced.abort();
    }

    @Override
    public void setDropBehind(Boolean dropBehind) throws IOException {
        traced.setDropBehind(dropBehind);
    }

    @Override
    public boolean hasCapability(String capability) {
        return real.hasCapability(capability);
    }

    @Override
    public IOStatistics getIOStatistics() {
        return real.getIOStatistics();
    }

    @Override
    public OutputStream getWrappedStream() {
        return real.getWrappedStream();
    }

    @Override
    public String toString() {
        return real.toString();
    }
}
