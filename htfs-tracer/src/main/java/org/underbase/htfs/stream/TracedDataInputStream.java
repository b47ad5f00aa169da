package org.underbase.htfs.stream;

import java.io.InputStream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.underbase.htfs.record.StreamRef;
import org.underbase.htfs.record.Tracer;

/** A recorded {@link FSDataInputStream} of any file system. */
public final class TracedDataInputStream extends FSDataInputStream implements TracedStream {
    private final FSDataInputStream real;
    private final StreamRef ref;

    public TracedDataInputStream(FSDataInputStream real, Tracer tracer, StreamRef ref) {
        super(new TracedInput(real, tracer, ref, () -> null));
        this.real = real;
        this.ref = ref;
    }

    @Override
    public StreamRef ref() {
        return ref;
    }

    @Override
    public long startOffset() {
        return 0;
    }

    @Override
    public long lengthAtOpen() {
        return -1;
    }

    @Override
    public InputStream getWrappedStream() {
        return real.getWrappedStream();
    }

    @Override
    public String toString() {
        return real.toString();
    }
}
