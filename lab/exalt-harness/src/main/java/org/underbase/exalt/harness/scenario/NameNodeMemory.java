package org.underbase.exalt.harness.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.underbase.exalt.harness.cluster.ExaltCluster;
import org.underbase.exalt.harness.load.LoadSpec;
import org.underbase.exalt.harness.measure.HeapProbe;
import org.underbase.exalt.harness.measure.Phase;
import org.underbase.exalt.harness.measure.Sampler;
import org.underbase.exalt.harness.run.Warnings;

/** Scenario that measures the NameNode's heap per file and per block. (NSDI '14, figure 4.) */
final class NameNodeMemory implements Scenario {
    private static final int STEPS = 4;
    /** Number of blocks below which intermediate steps are skipped. */
    private static final long FEW = 4_000;

    private static final int FEW_STEPS = 2;
    private static final long BLOCK = 512;
    private static final long MANY = 10;
    private static final long WARM_UP = 500;
    private static final short REPLICATION = 3;
    private static final long USUAL_BLOCK = 128L << 20;
    private static final double GIB = 1L << 30;
    private static final double TERA = 1e12;
    private static final double MEGA = 1e6;
    private static final long PATIENCE_SECONDS = 120;

    /** State of the NameNode at one moment. */
    private record Point(String what, long files, long blocks, long heap) {
        double[] quantities() {
            return new double[] {files, blocks};
        }
    }

    @Override
    public String name() {
        return "namenode-memory";
    }

    @Override
    public String question() {
        return "Heap of the NameNode per file and per block with 3 replicas; --count blocks, half of them in files of 10 blocks";
    }

    @Override
    public long defaultCount() {
        return 30_000;
    }

    @Override
    public ScenarioResult run(ScenarioOptions options, Consumer<String> progress)
            throws IOException, InterruptedException {
        Map<String, String> settings = Map.of(
                "dfs.namenode.fs-limits.min-block-size",
                Long.toString(BLOCK),
                // The retry cache would keep each call for ten minutes.
                "dfs.namenode.enable.retrycache",
                "false",
                "dfs.client.block.write.locateFollowingBlock.initial.delay.ms",
                "10");
        List<Point> points = new ArrayList<>();
        List<Phase> phases = new ArrayList<>();
        ScenarioOptions enough = options.withDatanodes(Math.max(options.datanodes(), REPLICATION));
        try (ExaltCluster cluster = ExaltCluster.start(enough.cluster("namenode-memory", settings), progress)) {
            Sampler sampler = new Sampler(cluster);
            Phases listener = new Phases(progress);
            phases.add(sampler.run("warm-up", load(options, "/warm-up", WARM_UP, 1), listener));
            points.add(point(cluster, "after the warm-up", progress));
            int steps = options.count() < FEW ? FEW_STEPS : STEPS;
            long half = Math.max(steps * MANY, options.count() / 2);
            for (long blocks : new long[] {1, MANY}) {
                for (int step = 1; step <= steps; step++) {
                    String what = blocks + (blocks == 1 ? " block" : " blocks") + " to a file, step " + step;
                    LoadSpec load = load(options, "/of-" + blocks + "/" + step, half / blocks / steps, blocks);
                    phases.add(sampler.run(what, load, listener));
                    points.add(point(cluster, what, progress));
                }
            }
        }
        Fit fit = Fit.of(
                points.stream().map(Point::quantities).toList(),
                points.stream().map(point -> (double) point.heap()).toList());
        return new ScenarioResult(
                name(),
                question(),
                List.of("after", "files and directories", "blocks", "heap MB", "fitted MB"),
                points.stream().map(point -> row(point, fit)).toList(),
                verdict(fit),
                Warnings.ofErrors(phases));
    }

    private static LoadSpec load(ScenarioOptions options, String directory, long files, long blocks) {
        return new LoadSpec(
                LoadSpec.Kind.WRITE,
                directory,
                Math.min(options.clients(), 32),
                blocks * BLOCK,
                files,
                0,
                REPLICATION,
                BLOCK,
                1,
                options.seed());
    }

    private static Point point(ExaltCluster cluster, String what, Consumer<String> progress)
            throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        JsonNode state = state(cluster);
        while (state.path("UnderReplicatedBlocks").longValue() > 0) {
            if (System.nanoTime() - end > 0) {
                throw new IOException("blocks lack replicas after " + PATIENCE_SECONDS + " s");
            }
            TimeUnit.SECONDS.sleep(1);
            state = state(cluster);
        }
        Point result = new Point(
                what,
                state.path("FilesTotal").longValue(),
                state.path("BlocksTotal").longValue(),
                HeapProbe.afterCollection(cluster));
        progress.accept(String.format(
                Locale.ROOT, "%s: %,d blocks, %.2f MB of heap", what, result.blocks(), result.heap() / MEGA));
        return result;
    }

    private static JsonNode state(ExaltCluster cluster) throws IOException {
        return cluster.nameNode()
                .jmx("Hadoop:service=NameNode,name=FSNamesystemState")
                .path(0);
    }

    private static List<String> row(Point point, Fit fit) {
        double fitted = fit.constant() + fit.factor(0) * point.files() + fit.factor(1) * point.blocks();
        return List.of(
                point.what(),
                String.format(Locale.ROOT, "%,d", point.files()),
                String.format(Locale.ROOT, "%,d", point.blocks()),
                Measured.number(point.heap() / MEGA, 2),
                Measured.number(fitted / MEGA, 2));
    }

    private static String verdict(Fit fit) {
        double file = fit.factor(0);
        double block = fit.factor(1);
        if (file <= 0 || block <= 0) {
            return String.format(
                    Locale.ROOT,
                    "Not answered: the fit has %.0f bytes per file and %.0f per block; increase --count",
                    file,
                    block);
        }
        return String.format(
                Locale.ROOT,
                "%.0f bytes of heap per file and %.0f per block with %d replicas (R2 of the fitted plane: %.4f)."
                        + " Extrapolated, 1 GiB of heap without other content suffices for %.0f TB of data in files of 1 block of"
                        + " 128 MiB, for %.0f TB in files of %d such blocks, and for %.1f GB in files of 1 block of %d bytes, as written"
                        + " here. On disks, %d replicas multiply these sizes",
                file,
                block,
                REPLICATION,
                fit.r2(),
                capacity(file + block, USUAL_BLOCK) / TERA,
                capacity(file / MANY + block, USUAL_BLOCK) / TERA,
                MANY,
                capacity(file + block, BLOCK) / 1e9,
                BLOCK,
                REPLICATION);
    }

    /** Returns the size of the data whose blocks fill 1 GiB of heap, in bytes. */
    private static double capacity(double heapOfBlock, long block) {
        return GIB / heapOfBlock * block;
    }
}
