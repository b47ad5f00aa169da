package org.underbase.bench.combinedlog.recovery;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.underbase.bench.combinedlog.cluster.LogCluster;
import org.underbase.bench.combinedlog.media.Medium;
import org.underbase.bench.combinedlog.media.Scratch;
import org.underbase.combinedlog.conf.CombinedLogKeys;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.Await;
import org.underbase.testbed.ClusterRecipe;
import org.underbase.testbed.Role;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Order;
import org.underbase.testbed.report.Pair;

/**
 * Part {@code recovery}: time from {@code kill -9} of a DataNode with a full journal until it serves. The journal is filled once; each
 * start uses a copy of the directories.
 */
public final class RecoveryPart {
    /** Each start takes minutes. */
    private static final int MAX_RUNS = 3;

    private static final int SEGMENTS = 4;

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;
    private final SplittableRandom random;
    private final int count;
    private final long segmentBytes;
    /**
     * Bytes of hsyncs that the journal takes without a checkpoint: half of the last segment is reserved, and a commit that does not fit
     * into the rest of a segment goes to the next one.
     */
    private final long fullBytes;
    /** Size of an emulated disk, which has an inode for each 64 KiB. */
    private final long diskBytes;

    /**
     * Creates the part.
     *
     * @param options options of the run
     * @param progress receiver of one line per step
     * @param measurements receiver of the measurements
     */
    public RecoveryPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
        this.random = new SplittableRandom(options.seed());
        this.count = options.quick() ? 200 : 100_000;
        this.segmentBytes = (options.quick() ? 64L : 512L) << 20;
        this.fullBytes = (long) ((SEGMENTS - (options.quick() ? 0.75 : 0.55)) * segmentBytes);
        this.diskBytes = (options.quick() ? 1L : 20L) << 30;
    }

    /**
     * Runs the part.
     *
     * @throws IOException if the DataNode does not start or fails
     * @throws InterruptedException if the thread is interrupted
     */
    public void run() throws IOException, InterruptedException {
        measurements.quoteUnderbase("replay_full_seek_s", name(Medium.SEEKING, false));
        measurements.quoteUnderbase("replay_full_disk_s", name(Medium.MACHINE, false));
        measurements.quoteUnderbase("replay_full_seek_cold_s", name(Medium.SEEKING, true));
        measurements.quoteUnderbase("replay_full_disk_cold_s", name(Medium.MACHINE, true));
        measurements.note(
                "recovery: one DataNode with " + count + " closed files of 1 KiB and 12 logs, all synced; " + SEGMENTS
                        + " segments of " + (segmentBytes >> 20)
                        + " MiB, full. Journal and block files are on the same disk. Each start"
                        + " uses a copy of the directories, whose files are on disk in the order of their block IDs. With a warm page"
                        + " cache, all files were read directly before the start, the journal is on disk, and the kernel has not"
                        + " written back most block files. With a cold page cache, everything is on disk and no data is in memory; the file system may"
                        + " keep metadata that its own journal contains.");
        progress.step("recovery: starting a DataNode");
        Path data = options.workDirectory().resolve("recovery").resolve("data");
        try (LogCluster cluster = LogCluster.start(recipe(data), Medium.MACHINE);
                DistributedFileSystem fs = client(cluster)) {
            SyncedFiles files = new SyncedFiles(fs, count);
            fill(cluster, files);
            cluster.dataNode("n1").kill();
            progress.step("recovery: saving the directories");
            SavedState state = SavedState.move(data, data.resolveSibling("state.tar"));
            CrashedDataNode dataNode = new CrashedDataNode(cluster, state, files, progress);
            List<Medium> media = List.of(Medium.MACHINE, Medium.SEEKING);
            for (Medium medium : media) {
                for (int run = 0; run < runs(); run++) {
                    compareWarm(run, medium, dataNode);
                }
            }
            for (Medium medium : media) {
                measureCold(medium, dataNode);
            }
        }
    }

    private ClusterRecipe recipe(Path data) throws IOException {
        return LogCluster.recipe("recovery", true, options.workDirectory())
                .dataNode("n1", dataNode -> dataNode.directory(data))
                .productionCompiler(Role.NAMENODE)
                .set(Role.DATANODE, CrashedDataNode.FACTORY, HeldCheckpointsFactory.class.getName())
                .set(Role.DATANODE, CombinedLogKeys.SEGMENTS.name(), Integer.toString(SEGMENTS))
                .set(Role.DATANODE, CombinedLogKeys.SEGMENT_SIZE.name(), Long.toString(segmentBytes))
                .set(Role.DATANODE, CombinedLogKeys.SEGMENT_MAX.name(), Long.toString(segmentBytes))
                // HDFS's default, which the testbed shortens: the NameNode does not forget the DataNode while it is
                // down.
                .set(Role.NAMENODE, "dfs.namenode.heartbeat.recheck-interval", "300000")
                .set(Role.DATANODE, "dfs.blockreport.intervalMsec", "21600000");
    }

    private static DistributedFileSystem client(LogCluster cluster) throws IOException {
        Configuration conf = cluster.cluster().clientConfiguration();
        // The NameNode rejects the close of a file whose last block is not reported yet; the delay doubles.
        conf.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 10);
        conf.setInt("dfs.client.block.write.locateFollowingBlock.retries", 12);
        // A read fails at once if the DataNode does not serve yet.
        conf.setInt("dfs.client.max.block.acquire.failures", 0);
        return (DistributedFileSystem) FileSystem.newInstance(FileSystem.getDefaultUri(conf), conf);
    }

    private void fill(LogCluster cluster, SyncedFiles files) throws IOException, InterruptedException {
        progress.step("recovery: writing " + count + " small files");
        files.writeSmall(progress);
        long written = journal(cluster).path("Bytes").asLong();
        progress.step("recovery: writing logs, after " + (written >> 20) + " MiB of small files in the journal");
        files.writeLogs(fullBytes - written);
        JsonNode journal = journal(cluster);
        boolean full = journal.path("FreeSegments").asInt(-1) == 0
                && cluster.journal("n1").direct() == 0
                && journal.path("Checkpoints").asLong(-1) == 0;
        if (!full) {
            throw new IOException("the load has not filled the journal: " + journal);
        }
        measurements.measured(
                "recovery: bytes in the journal", "MB", journal.path("Bytes").asLong() / 1e6);
    }

    /** Reads metrics that are newer than this call. */
    private static JsonNode journal(LogCluster cluster) throws IOException, InterruptedException {
        Await.nextMetricsPeriod(System.nanoTime(), LogCluster.METRICS_PERIOD);
        return cluster.journalBean("n1");
    }

    private static String name(Medium medium, boolean cold) {
        return medium.title() + ", full journal, " + (cold ? "cold" : "warm") + " page cache: kill -9 until it serves";
    }

    private int runs() {
        return Math.min(MAX_RUNS, options.runs());
    }

    private void compareWarm(int run, Medium medium, CrashedDataNode dataNode) throws IOException {
        String name = name(medium, false);
        int file = random.nextInt(count);
        Pair pair = Order.of(run).pair(underbase -> {
            progress.step("recovery: run " + (run + 1) + " of " + runs() + ", " + name + ", "
                    + (underbase ? "Underbase" : "stock"));
            return start(underbase, run, medium, false, dataNode, file);
        });
        measurements.compared(name, "s", pair);
    }

    private void measureCold(Medium medium, CrashedDataNode dataNode) throws IOException {
        String name = name(medium, true);
        progress.step("recovery: " + name + ", Underbase");
        measurements.measured(name, "s", start(true, 0, medium, true, dataNode, random.nextInt(count)));
    }

    private double start(boolean underbase, int run, Medium medium, boolean cold, CrashedDataNode dataNode, int file)
            throws IOException {
        String directory =
                LogCluster.sideName("recovery-" + medium.key() + (cold ? "-cold-" : "-warm-") + run, underbase);
        try (Scratch disk = Scratch.open(medium, options.workDirectory(), directory, diskBytes)) {
            CrashedDataNode.Restart restart = dataNode.restart(underbase, medium, disk, cold, file);
            if (medium == Medium.MACHINE) {
                SavedState.remove(disk.path());
            }
            String side = name(medium, cold) + (underbase ? ", Underbase: " : ", stock: ");
            restart.reads().ifPresent(reads -> measurements.measured(side + "reads of the disk", "", (double) reads));
            if (underbase) {
                measurements.measured(side + "replay", "s", restart.replaySeconds());
                measurements.measured(side + "records", "", (double) restart.records());
            }
            return restart.seconds();
        }
    }
}
