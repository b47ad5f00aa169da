package org.underbase.htfs.hdfs;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.apache.hadoop.crypto.CryptoInputStream;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.DfsStreamFacts;
import org.apache.hadoop.hdfs.ReadStatistics;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.underbase.htfs.call.Facts;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.FileIdentity;
import org.underbase.htfs.record.StreamRef;
import org.underbase.htfs.record.ThreadTrace;
import org.underbase.htfs.record.Tracer;
import org.underbase.htfs.stream.TracedInput;
import org.underbase.htfs.stream.TracedStream;

/**
 * A recorded {@link HdfsDataInputStream}, because HBase and others check for that class. Its wrapped stream is the real
 * {@link DFSInputStream}, because they also cast that.
 */
public final class TracedHdfsInputStream extends HdfsDataInputStream implements TracedStream {
    private final HdfsDataInputStream real;
    private final DFSInputStream dfs;
    private final Tracer tracer;
    private final StreamRef ref;
    private final long lengthAtOpen;

    private TracedHdfsInputStream(HdfsDataInputStream real, DFSInputStream dfs, Tracer tracer, StreamRef ref) {
        super(dfs);
        this.real = real;
        this.dfs = dfs;
        this.tracer = tracer;
        this.ref = ref;
        this.lengthAtOpen = real.getVisibleLength();
        ref.file().identity(identity(dfs, ref.file().identity()));
        this.in = new TracedInput(real, tracer, ref, this::closingFacts);
    }

    /** Wraps the plain or encrypted stream of {@link org.apache.hadoop.hdfs.DFSClient#createWrappedInputStream}. */
    static TracedHdfsInputStream of(HdfsDataInputStream real, DFSInputStream dfs, Tracer tracer, StreamRef ref) {
        return new TracedHdfsInputStream(real, dfs, tracer, ref);
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
        return lengthAtOpen;
    }

    @Override
    public InputStream getWrappedStream() {
        return real.getWrappedStream();
    }

    @Override
    public DatanodeInfo getCurrentDatanode() {
        return real.getCurrentDatanode();
    }

    @Override
    public ExtendedBlock getCurrentBlock() {
        return real.getCurrentBlock();
    }

    /** Records the call, because it locates further blocks at the NameNode. */
    @Override
    public List<LocatedBlock> getAllBlocks() throws IOException {
        ThreadTrace trace = tracer.here();
        long start = trace.enter(ref);
        List<LocatedBlock> blocks = null;
        Throwable failure = null;
        try {
            blocks = real.getAllBlocks();
            return blocks;
        } catch (Throwable e) {
            failure = e;
            throw e;
        } finally {
            trace.exit(start, Call.GET_ALL_BLOCKS, ref, -1, -1, blocks == null ? -1 : blocks.size(), failure, null, -1);
        }
    }

    @Override
    public long getVisibleLength() {
        return real.getVisibleLength();
    }

    @Override
    public ReadStatistics getReadStatistics() {
        return real.getReadStatistics();
    }

    @Override
    public void clearReadStatistics() {
        real.clearReadStatistics();
    }

    @Override
    public String toString() {
        return real.toString();
    }

    /** Copies the identity of a file with what its opened stream knows. */
    private static FileIdentity identity(DFSInputStream in, FileIdentity known) {
        LocatedBlocks blocks = DfsStreamFacts.blocks(in);
        if (blocks == null) {
            return known;
        }
        ErasureCodingPolicy policy = blocks.getErasureCodingPolicy();
        String ec = policy == null ? known.ecPolicy() : policy.getName();
        if (blocks.locatedBlockCount() == 0 || blocks.get(0).getStartOffset() != 0) {
            return known.with(known.blockPool(), known.firstBlock(), ec);
        }
        ExtendedBlock first = blocks.get(0).getBlock();
        return known.with(first.getBlockPoolId(), first.getBlockId(), ec);
    }

    private String closingFacts() {
        ReadStatistics read = dfs.getReadStatistics();
        DatanodeInfo last = dfs.getCurrentDatanode();
        return Facts.none()
                .add("bytes", read.getTotalBytesRead())
                .add("local", read.getTotalLocalBytesRead())
                .add("shortCircuit", read.getTotalShortCircuitBytesRead())
                .add("zeroCopy", read.getTotalZeroCopyBytesRead())
                .add("remote", read.getRemoteBytesRead())
                .addKnown("blocks", DfsStreamFacts.locatedBlocks(dfs))
                .add("lastDatanode", last == null ? null : last.getXferAddrWithHostname())
                .add("encrypted", real.getWrappedStream() instanceof CryptoInputStream ? true : null)
                .orNull();
    }
}
