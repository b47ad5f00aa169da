package org.underbase.bench.prediction;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.underbase.analysis.Analysis;
import org.underbase.analysis.AnalysisResult;
import org.underbase.analysis.layers.Layers;
import org.underbase.analysis.reconcile.Traffic;
import org.underbase.analysis.run.Progress;
import org.underbase.analysis.run.Selection;
import org.underbase.htfs.format.Activity;
import org.underbase.sim.layer.HdfsBytes;

/** Bytes at HDFS by activity, from the trace of a cluster. */
record TracedBytes(Layers layers, Traffic traffic) {
    /**
     * Reads a trace.
     *
     * @param trace its directory
     * @param selection the measured time
     * @param replication replication of files whose creation is not in that time
     */
    static TracedBytes read(Path trace, Selection selection, int replication) throws IOException, InterruptedException {
        Configuration conf = new Configuration();
        conf.setInt("dfs.replication", replication);
        AnalysisResult result = Analysis.of(List.of(trace.toString()), conf)
                .with(settings -> settings.withSelection(selection).only(List.of("layers", "traffic")))
                .run(Progress.NONE);
        long lost = result.health().droppedEvents() + result.health().corruptRangeCount();
        if (lost > 0) {
            throw new IOException("the trace in " + trace + " lacks " + lost + " events or blocks");
        }
        return new TracedBytes(
                result.figures().get(Layers.class), result.figures().get(Traffic.class));
    }

    /**
     * Returns the bytes of an activity. All reads are local, because each RegionServer wrote the files that it reads.
     *
     * @param activity the activity
     * @param uncached activities whose reads are not in the page cache
     */
    HdfsBytes of(Activity activity, Set<Activity> uncached) {
        Layers.ByActivity bytes = layers.of(activity);
        return new HdfsBytes(
                bytes.read(),
                0,
                uncached.contains(activity) ? bytes.read() : 0,
                bytes.written(),
                // Only logs are synced before their end.
                activity == Activity.LOGGING ? traffic.writes().resent() : 0);
    }
}
