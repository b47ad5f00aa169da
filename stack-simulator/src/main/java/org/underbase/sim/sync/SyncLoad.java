package org.underbase.sim.sync;

import java.util.ArrayList;
import java.util.List;
import org.underbase.sim.request.Activity;
import org.underbase.sim.request.RequestListener;

/** Hsyncs and block data of a DataNode, from the first block data on. Not thread-safe. */
public final class SyncLoad implements RequestListener {
    private final List<Write> syncs = new ArrayList<>();
    private final List<Write> blockData = new ArrayList<>();

    /**
     * Range of bytes of a call.
     *
     * @param nanos time, in nanoseconds
     * @param block number of the block
     * @param offset first byte
     * @param length number of bytes
     */
    public record Write(long nanos, int block, long offset, long length) {
        /** Returns the byte after the range. */
        public long end() {
            return offset + length;
        }
    }

    @Override
    public void request(long nanos, Activity activity, int file, int offset, int length, boolean received) {
        Write write = new Write(nanos, file, offset, length);
        if (activity == Activity.OTHER_WRITE) {
            blockData.add(write);
        } else if (activity == Activity.LOG && !blockData.isEmpty()) {
            syncs.add(write);
        }
    }

    @Override
    public void deleted(long time, int file, int length) {
        // Frees blocks without a request to the disk.
    }

    /** Returns the hsyncs. */
    public List<Write> syncs() {
        return syncs;
    }

    /** Returns the block data. */
    public List<Write> blockData() {
        return blockData;
    }

    /** Returns the bytes of all hsyncs. */
    public long syncedBytes() {
        return syncs.stream().mapToLong(Write::length).sum();
    }
}
