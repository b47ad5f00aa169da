package org.underbase.bench.combinedlog.recovery;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalLong;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsDatasetFactory;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.JournaledDatasetFactory;
import org.underbase.bench.combinedlog.cluster.LogCluster;
import org.underbase.bench.combinedlog.media.Medium;
import org.underbase.bench.combinedlog.media.Scratch;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.Await;
import org.underbase.testbed.Daemon;
import org.underbase.testbed.disk.DiskModel;
import org.underbase.testbed.disk.PageCache;

/** DataNode that is started after its crash, on restored directories. */
final class CrashedDataNode {
    /** Key of the dataset's factory. */
    static final String FACTORY = "dfs.datanode.fsdataset.factory";

    private static final String STATE = "Hadoop:service=DataNode,name=DataNodeInfo";
    private static final Duration LIMIT = Duration.ofMinutes(30);
    private static final Duration METRICS = Duration.ofMinutes(1);

    private final Daemon dataNode;
    private final SavedState state;
    private final SyncedFiles files;
    private final ProgressLine progress;

    CrashedDataNode(LogCluster cluster, SavedState state, SyncedFiles files, ProgressLine progress) {
        this.dataNode = cluster.dataNode("n1");
        this.state = state;
        this.files = files;
        this.progress = progress;
    }

    /**
     * Result of a start.
     *
     * @param seconds time from the start of the process until the DataNode was registered and a file was read
     * @param replaySeconds duration of the replay; 0 on stock HDFS
     * @param records number of replayed records; 0 on stock HDFS
     * @param reads read requests of the disk in this time; empty if unknown
     */
    record Restart(double seconds, double replaySeconds, long records, OptionalLong reads) {}

    /**
     * Restores the directories on a disk, starts the DataNode, waits until it serves, and kills it.
     *
     * @param underbase whether it has a journal, otherwise it is a stock DataNode
     * @param medium kind of the disk
     * @param disk empty disk
     * @param cold whether nothing is in the page cache; otherwise everything is
     * @param file number of the small file to read
     */
    Restart restart(boolean underbase, Medium medium, Scratch disk, boolean cold, int file) throws IOException {
        Path data = disk.path().resolve("data");
        model(medium, disk, DiskModel.UNLIMITED);
        state.restore(data);
        if (cold) {
            progress.step("recovery: evicting the page cache");
            PageCache.evictAll();
        } else {
            progress.step("recovery: reading all files into the page cache");
            PageCache.load(data);
        }
        dataNode.set(FACTORY, (underbase ? JournaledDatasetFactory.class : FsDatasetFactory.class).getName());
        dataNode.set("dfs.datanode.data.dir", "[DISK]" + data.toUri());
        model(medium, disk, DiskModel.HDD);
        DeviceReads reads = DeviceReads.of(disk.path());
        OptionalLong before = reads.count();
        progress.step("recovery: starting the DataNode");
        long start = System.nanoTime();
        dataNode.start();
        Await.until("service of " + dataNode, LIMIT, () -> "it runs", () -> serves(file, start));
        double seconds = seconds(start);
        OptionalLong after = reads.count();
        OptionalLong count =
                before.isPresent() ? OptionalLong.of(after.orElseThrow() - before.getAsLong()) : OptionalLong.empty();
        Restart result = underbase ? replayed(seconds, count) : new Restart(seconds, 0, 0, count);
        progress.step(String.format(
                Locale.ROOT,
                "recovery: served after %.1f s, replay %.1f s, reads of the disk: %s",
                seconds,
                result.replaySeconds(),
                count.isPresent() ? count.getAsLong() : "unknown"));
        model(medium, disk, DiskModel.UNLIMITED);
        dataNode.kill();
        return result;
    }

    private static void model(Medium medium, Scratch disk, DiskModel model) throws IOException {
        if (medium == Medium.SEEKING) {
            disk.model(model);
        }
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    private boolean serves(int file, long start) throws IOException {
        progress.update(() -> "starting for " + (long) seconds(start) + " s");
        dataNode.checkAlive();
        if (!dataNode.jmx(STATE).path(0).path("BPServiceActorInfo").asText("").contains("RUNNING")) {
            return false;
        }
        files.read(file);
        return true;
    }

    private Restart replayed(double seconds, OptionalLong reads) throws IOException {
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
                metrics.path("ReplayedRecords").asLong(),
                reads);
    }

    private JsonNode metrics() throws IOException {
        return dataNode.jmx(LogCluster.JOURNALS).path(0);
    }
}
