package org.underbase.htfs.hdfs;

import java.io.IOException;
import java.io.OutputStream;
import java.util.EnumSet;
import org.apache.hadoop.crypto.CryptoOutputStream;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DFSStripedOutputStream;
import org.apache.hadoop.hdfs.DfsStreamFacts;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.underbase.htfs.call.Facts;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.record.StreamRef;
import org.underbase.htfs.record.Tracer;
import org.underbase.htfs.stream.TracedOutput;
import org.underbase.htfs.stream.TracedStream;

/**
 * A recorded {@link HdfsDataOutputStream}, because HBase's FSHLog and others check for that class. Its wrapped stream is
 * the real {@link DFSOutputStream}, because they also cast that.
 */
public final class TracedHdfsOutputStream extends HdfsDataOutputStream implements TracedStream {
    private final HdfsDataOutputStream real;
    private final DFSOutputStream dfs;
    private final TracedOutput traced;
    private final long startOffset;

    /** Wraps the plain or encrypted stream of {@link org.apache.hadoop.hdfs.DFSClient#createWrappedOutputStream}. */
    TracedHdfsOutputStream(HdfsDataOutputStream real, DFSOutputStream dfs, Tracer tracer, StreamRef ref)
            throws IOException {
        // Pass no statistics: the real stream counts each byte.
        super(dfs, null, real.getPos());
        this.real = real;
        this.dfs = dfs;
        this.startOffset = real.getPos();
        this.traced = new TracedOutput(real, tracer, ref, this::closingFacts);
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
    public boolean striped() {
        return dfs instanceof DFSStripedOutputStream;
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
    public void hsync(EnumSet<SyncFlag> syncFlags) throws IOException {
        traced.sync(Call.HSYNC, Facts.none().addAll("flags", syncFlags).orNull(), () -> real.hsync(syncFlags));
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
    public synchronized int getCurrentBlockReplication() throws IOException {
        return (int) traced.query(Call.GET_CURRENT_BLOCK_REPLICATION, real::getCurrentBlockReplication);
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

    private String closingFacts() {
        return Facts.none()
                .add("pipeline", DfsStreamFacts.pipeline(dfs))
                .add("encrypted", real.getWrappedStream() instanceof CryptoOutputStream ? true : null)
                .orNull();
    }
}
