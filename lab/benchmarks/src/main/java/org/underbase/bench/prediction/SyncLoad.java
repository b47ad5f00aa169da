package org.underbase.bench.prediction;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.underbase.analysis.run.Progress;
import org.underbase.sim.request.Activity;
import org.underbase.sim.request.RequestListener;
import org.underbase.sim.trace.MachineUnit;
import org.underbase.sim.trace.TraceInput;
import org.underbase.sim.trace.View;

/** Hsyncs and block data in the trace of a client, from the first block data on. Not thread-safe. */
final class SyncLoad implements RequestListener {
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
    record Write(long nanos, int block, long offset, long length) {
        long end() {
            return offset + length;
        }
    }

    SyncLoad() {}

    /**
     * Reads a trace.
     *
     * @param trace its directory
     */
    static SyncLoad read(Path trace) throws IOException, InterruptedException {
        SyncLoad load = new SyncLoad();
        compile(trace, load);
        return load;
    }

    /**
     * Compiles the trace of a client of a cluster with one DataNode.
     *
     * @param trace its directory
     * @param listener receiver of the requests
     */
    static void compile(Path trace, RequestListener listener) throws IOException, InterruptedException {
        Configuration conf = new Configuration();
        conf.setInt("dfs.replication", 1);
        TraceInput.open(conf, List.of(trace.toString()), MachineUnit.HOST, false, Progress.NONE)
                .compile(0, View.PAPER, listener, events -> {});
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

    List<Write> syncs() {
        return syncs;
    }

    List<Write> blockData() {
        return blockData;
    }

    long syncedBytes() {
        return syncs.stream().mapToLong(Write::length).sum();
    }
}
