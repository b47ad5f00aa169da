package org.underbase.bench.prediction;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.underbase.analysis.run.Progress;
import org.underbase.sim.request.RequestListener;
import org.underbase.sim.trace.MachineUnit;
import org.underbase.sim.trace.TraceInput;
import org.underbase.sim.trace.View;

/** Trace of a client of a cluster with one DataNode. */
final class ClientTrace {
    private ClientTrace() {}

    /**
     * Compiles a trace.
     *
     * @param trace its directory
     * @param listener receiver of the requests
     * @return the receiver
     */
    static <T extends RequestListener> T compile(Path trace, T listener) throws IOException, InterruptedException {
        Configuration conf = new Configuration();
        conf.setInt("dfs.replication", 1);
        TraceInput.open(conf, List.of(trace.toString()), MachineUnit.HOST, false, Progress.NONE)
                .compile(0, View.PAPER, listener, events -> {});
        return listener;
    }
}
