package org.underbase.exalt.harness.scenario;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.underbase.exalt.harness.cluster.EmulatedJvm;
import org.underbase.exalt.harness.cluster.ExaltCluster;
import org.underbase.exalt.harness.cluster.LoadJvm;
import org.underbase.exalt.harness.load.LoadProgress;
import org.underbase.exalt.harness.load.LoadSpec;
import org.underbase.exalt.harness.measure.LiveHeap;

/**
 * Scenario that asks whether memory holds data that would have to be compressed there. (NSDI '14, section 4.2, changes HBase's memstore only.)
 * It measures heaps while writers are active, and after all files are closed.
 */
final class DataInMemory implements Scenario {
    private static final int[] WRITERS = {1, 8, 64};
    private static final int LOOKS = 3;
    private static final short REPLICATION = 3;
    private static final long BLOCK = 128L << 20;
    private static final long FILE = 1L << 30;
    private static final double MEGA = 1e6;
    private static final long POLL_MILLIS = 100;

    /** Memory at one number of writers; zero for clients if there are none. */
    private record Point(String what, int writers, double written, LiveHeap datanodes, LiveHeap clients) {}

    @Override
    public String name() {
        return "data-in-memory";
    }

    @Override
    public String question() {
        return "Data that DataNodes and clients hold in memory while 1, 8 and 64 files are written concurrently; --count seconds each";
    }

    @Override
    public long defaultCount() {
        return 20;
    }

    @Override
    public ScenarioResult run(ScenarioOptions options, Consumer<String> progress)
            throws IOException, InterruptedException {
        ScenarioOptions enough = options.withDatanodes(Math.max(options.datanodes(), REPLICATION));
        List<Point> points = new ArrayList<>();
        try (ExaltCluster cluster = ExaltCluster.start(enough.cluster(name(), Map.of()), progress)) {
            // The warm-up also loads classes and compiles code.
            int most = WRITERS[WRITERS.length - 1];
            double written = done(cluster.load(load(options, "/warm-up", most, options.count())));
            points.add(rest(cluster, "before", written));
            for (int writers : WRITERS) {
                LoadJvm load = cluster.load(load(options, "/of-" + writers, writers, 0));
                points.add(during(cluster, load, writers, written, options.count()));
                load.stop();
                written += done(load);
                progress.accept(writers + " writers: done");
            }
            points.add(rest(cluster, "after", written));
        }
        return new ScenarioResult(
                name(),
                question(),
                List.of(
                        "when",
                        "GB written",
                        "DataNodes: heap MB",
                        "DataNodes: byte[] MB",
                        "DataNodes: resident MB",
                        "clients: heap MB",
                        "clients: byte[] MB",
                        "clients: resident MB"),
                points.stream().map(DataInMemory::row).toList(),
                verdict(points),
                List.of());
    }

    private static LoadSpec load(ScenarioOptions options, String directory, int writers, long seconds) {
        return new LoadSpec(
                LoadSpec.Kind.WRITE, directory, writers, FILE, 0, seconds, REPLICATION, BLOCK, 1, options.seed());
    }

    private static double done(LoadJvm load) throws IOException, InterruptedException {
        LoadProgress progress = load.await();
        if (progress.errors() > 0) {
            throw new IOException(progress.errors() + " client errors, the first: " + progress.firstError());
        }
        return progress.bytes() * REPLICATION / 1e9;
    }

    private static Point rest(ExaltCluster cluster, String what, double written) throws IOException {
        return new Point(what, 0, written, datanodes(cluster), new LiveHeap(0, 0, 0));
    }

    private static LiveHeap datanodes(ExaltCluster cluster) throws IOException {
        return LiveHeap.of(
                cluster, cluster.emulated().stream().map(EmulatedJvm::pid).toList());
    }

    /** Returns the median of several measurements: a queue may be full at one of them and empty at another. */
    private static Point during(ExaltCluster cluster, LoadJvm load, int writers, double before, long seconds)
            throws IOException, InterruptedException {
        while (load.busy() && load.progress().bytes() < writers * (long) MEGA) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        List<LiveHeap> datanodes = new ArrayList<>();
        List<LiveHeap> clients = new ArrayList<>();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (load.busy() && (datanodes.size() < LOOKS || System.nanoTime() - end < 0)) {
            datanodes.add(datanodes(cluster));
            clients.add(LiveHeap.of(cluster, List.of(load.pid())));
        }
        if (!load.busy()) {
            done(load);
            throw new IOException("the writers ended before the stop request");
        }
        return new Point(
                writers + (writers == 1 ? " writer" : " writers"),
                writers,
                before + load.progress().bytes() * REPLICATION / 1e9,
                median(datanodes),
                median(clients));
    }

    private static LiveHeap median(List<LiveHeap> looks) {
        return looks.stream()
                .sorted(Comparator.comparingLong(LiveHeap::byteArrays))
                .toList()
                .get(looks.size() / 2);
    }

    private static List<String> row(Point point) {
        return List.of(
                point.what(),
                Measured.number(point.written(), 1),
                Measured.number(point.datanodes().bytes() / MEGA, 1),
                Measured.number(point.datanodes().byteArrays() / MEGA, 1),
                Measured.number(point.datanodes().residentBytes() / MEGA, 0),
                Measured.number(point.clients().bytes() / MEGA, 1),
                Measured.number(point.clients().byteArrays() / MEGA, 1),
                Measured.number(point.clients().residentBytes() / MEGA, 0));
    }

    private static String verdict(List<Point> points) {
        Point before = points.get(0);
        Point most = points.get(points.size() - 2);
        Point after = points.get(points.size() - 1);
        double ofWriter = (most.datanodes().byteArrays() - before.datanodes().byteArrays()) / MEGA / most.writers();
        double ofClient = most.clients().byteArrays() / MEGA / most.writers();
        return String.format(
                Locale.ROOT,
                "While %d files are written, DataNodes hold %.2f MB more in byte arrays per file, for its %d replicas, and clients hold"
                        + " %.2f MB more. After %.0f GB were stored, the heap of the DataNodes is %.1f MB larger than before.",
                most.writers(),
                ofWriter,
                REPLICATION,
                ofClient,
                after.written() - before.written(),
                (after.datanodes().bytes() - before.datanodes().bytes()) / MEGA);
    }
}
