package org.underbase.bench.prediction;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.underbase.bench.combinedlog.cluster.LogCluster;
import org.underbase.bench.combinedlog.media.Medium;
import org.underbase.bench.combinedlog.media.Scratch;
import org.underbase.sim.sync.SyncTimes;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.TestCluster;
import org.underbase.testbed.client.ChildJvm;
import org.underbase.testbed.disk.DiskModel;
import org.underbase.testbed.feature.CombinedLogFeature;
import org.underbase.testbed.feature.TracerFeature;

/** New cluster of one DataNode with a disk for block files and one for a journal, and a traced client with logs. */
final class LogsCluster {
    /** Size of a segment: several are full in a run. */
    static final int SEGMENT = 512 << 10;

    private final Path work;
    private final LogLoad load;
    private final DiskModel model;

    LogsCluster(Path work, LogLoad load, DiskModel model) {
        this.work = work;
        this.load = load;
        this.model = model;
    }

    /**
     * Result of a cluster.
     *
     * @param times latencies, and bytes of the disks
     * @param trace directory of the client's trace
     */
    record Result(SyncTimes times, Path trace) {}

    /**
     * Runs the workload.
     *
     * @param name unique name
     * @param combinedLog whether the DataNode has a combined log
     */
    Result run(String name, boolean combinedLog) throws IOException {
        Path trace = work.resolve(name + "-trace");
        ClusterRecipe recipe = LogCluster.recipe(name, false, work)
                .set("underbase.trace.ring.full", "block")
                .with(new TracerFeature().clients().directory(trace));
        try (Scratch data = disk(name + "-data");
                Scratch journal = disk(name + "-journal")) {
            recipe.dataNode("n1", dataNode -> dataNode.directory(data.path().resolve("data")));
            if (combinedLog) {
                recipe.with(new CombinedLogFeature()
                        .segmentSize(Integer.toString(SEGMENT))
                        .directory(journal.path().resolve("journal")));
            }
            try (TestCluster cluster = recipe.start();
                    ChildJvm<LogLoad, DiskTimes> client = ChildJvm.on(
                            cluster.client(),
                            LogClientMain.class,
                            List.of(),
                            work.resolve(name + ".err"),
                            DiskTimes.class)) {
                client.call(load.to(LogLoad.Step.CREATE));
                long dataBefore = data.written();
                long journalBefore = journal.written();
                data.model(model);
                journal.model(model);
                List<Long> nanos = client.call(load.to(LogLoad.Step.RUN)).nanos();
                SyncTimes times = new SyncTimes(nanos, data.written() - dataBefore, journal.written() - journalBefore);
                data.model(DiskModel.UNLIMITED);
                journal.model(DiskModel.UNLIMITED);
                client.call(load.to(LogLoad.Step.CLOSE));
                return new Result(times, trace);
            }
        }
    }

    private Scratch disk(String name) throws IOException {
        Scratch disk = Scratch.open(Medium.SEEKING, work, name);
        disk.model(DiskModel.UNLIMITED);
        return disk;
    }
}
