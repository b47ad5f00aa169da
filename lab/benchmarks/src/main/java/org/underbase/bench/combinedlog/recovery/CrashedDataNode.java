package org.underbase.bench.combinedlog.recovery;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsDatasetFactory;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.JournaledDatasetFactory;
import org.underbase.bench.combinedlog.cluster.LogCluster;
import org.underbase.bench.combinedlog.media.Medium;
import org.underbase.bench.combinedlog.media.Scratch;
import org.underbase.testbed.Await;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.disk.DiskModel;
import org.underbase.testbed.disk.PageCache;

/** DataNode that is started after its crash, on restored directories. */
final class CrashedDataNode {
    /** Key of the dataset's factory. */
    static final String FACTORY = "dfs.datanode.fsdataset.factory";

    private static final String STATE = "Hadoop:service=DataNode,name=DataNodeInfo";
    private static final Duration LIMIT = Duration.ofHours(2);
    private static final Duration METRICS = Duration.ofMinutes(1);

    private final Daemon dataNode;
    private final SavedState state;
    private final SyncedFiles files;

    CrashedDataNode(LogCluster cluster, SavedState state, SyncedFiles files) {
        this.dataNode = cluster.dataNode("n1");
        this.state = state;
        this.files = files;
    }

    /**
     * Result of a start.
     *
     * @param seconds time from the start of the process until the DataNode was registered and a file was read
     * @param replaySeconds duration of the replay; 0 on stock HDFS
     * @param records number of replayed records; 0 on stock HDFS
     */
    record Restart(double seconds, double replaySeconds, long records) {}

    /**
     * Restores the directories on a disk, starts the DataNode, waits until it serves, and kills it.
     *
     * @param underbase whether it has a journal, otherwise it is a stock DataNode
     * @param medium kind of the disk
     * @param disk empty disk
     * @param cold whether nothing is in the page cache
     * @param file number of the small file to read
     */
    Restart restart(boolean underbase, Medium medium, Scratch disk, boolean cold, int file) throws IOException {
        Path data = disk.path().resolve("data");
        model(medium, disk, DiskModel.UNLIMITED);
        state.restore(data);
        if (cold) {
            PageCache.evictAll();
        }
        dataNode.set(FACTORY, (underbase ? JournaledDatasetFactory.class : FsDatasetFactory.class).getName());
        dataNode.set("dfs.datanode.data.dir", "[DISK]" + data.toUri());
        model(medium, disk, DiskModel.HDD);
        long start = System.nanoTime();
        dataNode.start();
        Await.until("service of " + dataNode, LIMIT, () -> "it runs", () -> serves(file));
        double seconds = (System.nanoTime() - start) / 1e9;
        Restart result = underbase ? replayed(seconds) : new Restart(seconds, 0, 0);
        model(medium, disk, DiskModel.UNLIMITED);
        dataNode.kill();
        return result;
    }

    private static void model(Medium medium, Scratch disk, DiskModel model) throws IOException {
        if (medium == Medium.SEEKING) {
            disk.model(model);
        }
    }

    private boolean serves(int file) throws IOException {
        dataNode.checkAlive();
        if (!dataNode.jmx(STATE).path(0).path("BPServiceActorInfo").asText("").contains("RUNNING")) {
            return false;
        }
        files.read(file);
        return true;
    }

    private Restart replayed(double seconds) throws IOException {
        Await.until(
                "the metrics of the replay",
                METRICS,
                () -> "no record was replayed",
                () -> metrics().path("ReplayedRecords").asLong() > 0);
        JsonNode metrics = metrics();
        for (String failure : new String[] {"ReplayFailedReplicas", "ReplayCorruptReplicas", "ReplayGaps"}) {
            if (metrics.path(failure).asLong() != 0) {
                throw new IOException("the replay failed: " + failure + " is " + metrics.path(failure));
            }
        }
        return new Restart(
                seconds,
                metrics.path("ReplayNanos").asLong() / 1e9,
                metrics.path("ReplayedRecords").asLong());
    }

    private JsonNode metrics() throws IOException {
        return dataNode.jmx(LogCluster.JOURNALS).path(0);
    }
}
