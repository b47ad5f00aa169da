package org.underbase.bench.prediction;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.underbase.sim.request.Activity;
import org.underbase.sim.request.RequestListener;
import org.underbase.sim.sync.SyncLoad;

/**
 * Reads and appends to a log in the trace of a client, from the first append on. Nothing that is read is in the page cache but
 * checksum files, and no byte is read twice. Not thread-safe.
 */
final class ReadLoad implements RequestListener {
    private final List<SyncLoad.Write> reads = new ArrayList<>();
    private final List<SyncLoad.Write> appends = new ArrayList<>();

    /**
     * Reads a trace.
     *
     * @param trace its directory
     */
    static ReadLoad read(Path trace) throws IOException, InterruptedException {
        return ClientTrace.compile(trace, new ReadLoad());
    }

    @Override
    public void request(long nanos, Activity activity, int file, int offset, int length, boolean received) {
        SyncLoad.Write range = new SyncLoad.Write(nanos, file, offset, length);
        if (activity == Activity.LOG) {
            appends.add(range);
        } else if (!appends.isEmpty() && !activity.isWrite()) {
            reads.add(range);
        }
    }

    @Override
    public void deleted(long time, int file, int length) {
        // Frees blocks without a request to the disk.
    }

    List<SyncLoad.Write> reads() {
        return reads;
    }

    List<SyncLoad.Write> appends() {
        return appends;
    }
}
