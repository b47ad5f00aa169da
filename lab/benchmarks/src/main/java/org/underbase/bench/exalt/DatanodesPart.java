package org.underbase.bench.exalt;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.underbase.bench.exalt.mini.Grown;
import org.underbase.bench.exalt.mini.MiniMain;
import org.underbase.exalt.harness.cluster.ExaltCluster;
import org.underbase.exalt.harness.load.LoadProgress;
import org.underbase.exalt.harness.load.LoadSpec;
import org.underbase.exalt.harness.measure.Cost;
import org.underbase.exalt.harness.measure.Memory;
import org.underbase.exalt.harness.measure.Sampler;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.client.ChildJvm;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Pair;

/** Part {@code datanodes}: number of live, writable DataNodes per machine; each kind of cluster grows until it fails. */
final class DatanodesPart {
    private static final int STEP = 250;
    private static final int MINI_STEP = 50;
    /** Threads of an emulated DataNode while it starts. */
    private static final long THREADS = 12;

    private static final long MINI_THREADS = 50;
    private static final int QUICK_STEP = 10;
    private static final int QUICK_MAX = 20;
    private static final long FILE = 1 << 20;
    private static final long BLOCK = 128L << 20;
    /** Fraction of memory that must stay free, so that the kernel does not kill processes. */
    private static final double MIN_FREE = 0.08;

    private static final double GIGA = 1e9;
    private static final String MINI_HEAP = "-Xmx8g";

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;

    DatanodesPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
    }

    void run() throws IOException, InterruptedException {
        Grown plain = mini("plain", "MiniDFSCluster");
        Grown simulated = mini(MiniMain.SIMULATED, "MiniDFSCluster with SimulatedFSDataset");
        Grown underbase = emulated();
        measurements.compared("live DataNodes; stock: MiniDFSCluster", "", new Pair(underbase.live(), plain.live()));
        measurements.compared(
                "live DataNodes; stock: MiniDFSCluster with SimulatedFSDataset",
                "",
                new Pair(underbase.live(), simulated.live()));
        measurements.compared(
                "live DataNodes per GB of memory; stock: MiniDFSCluster",
                "1/GB",
                new Pair(perGigabyte(underbase), perGigabyte(plain)));
        measurements.compared(
                "live DataNodes per GB of memory; stock: MiniDFSCluster with SimulatedFSDataset",
                "1/GB",
                new Pair(perGigabyte(underbase), perGigabyte(simulated)));
        measurements.measured("emulated DataNodes", "", underbase.live());
        measurements.measured("DataNodes of a MiniDFSCluster", "", plain.live());
        measurements.measured("DataNodes with SimulatedFSDataset", "", simulated.live());
        measurements.quote("datanodes", "emulated DataNodes");
        measurements.quote("minidfs_datanodes", "DataNodes of a MiniDFSCluster");
        measurements.quote("simulated_datanodes", "DataNodes with SimulatedFSDataset");
        measurements.note(
                "datanodes: each kind of cluster grows until it fails; after each step a client writes one 1 MB file. Memory is the"
                        + " resident memory of the DataNodes' JVMs; a MiniDFSCluster's JVM includes the NameNode.");
    }

    private static double perGigabyte(Grown grown) {
        return grown.live() / (grown.residentBytes() / GIGA);
    }

    private Grown mini(String kind, String name) throws IOException {
        Path directory = Files.createDirectories(options.workDirectory().resolve("mini-" + kind));
        ProcessBuilder builder = new ProcessBuilder(
                ChildJvm.java(),
                MINI_HEAP,
                "-Xss256k",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                MiniMain.class.getName(),
                directory.toString(),
                kind);
        Grown last;
        try (ChildJvm<Integer, Grown> mini =
                new ChildJvm<>(name, builder, options.workDirectory().resolve("mini-" + kind + ".log"), Grown.class)) {
            int step = options.quick() ? QUICK_STEP : MINI_STEP;
            do {
                last = mini.call(step);
                progress.step("datanodes: " + last.live() + " of " + name
                        + (last.failure().isEmpty() ? "" : ", then: " + last.failure()));
                String scarce = scarce(step * MINI_THREADS);
                if (last.failure().isEmpty() && !scarce.isEmpty()) {
                    last = new Grown(last.live(), last.threads(), last.descriptors(), last.residentBytes(), scarce);
                }
            } while (last.failure().isEmpty() && !(options.quick() && last.live() >= QUICK_MAX));
            mini.kill();
        }
        if (last.live() == 0) {
            throw new IOException(name + " did not start: " + last.failure());
        }
        note(name, last);
        return last;
    }

    private Grown emulated() throws IOException, InterruptedException {
        int step = options.quick() ? QUICK_STEP : STEP;
        Grown last = null;
        try (ExaltCluster cluster = ExaltCluster.start(
                Clusters.emulated(step, 512, Map.of(), options.workDirectory().resolve("emulated")), progress::step)) {
            write(cluster, step);
            last = state(cluster, step, "");
            for (int live = step; !(options.quick() && live >= QUICK_MAX); live += step) {
                progress.step("datanodes: " + live + " emulated ones");
                String scarce = scarce(step * THREADS);
                if (!scarce.isEmpty()) {
                    last = state(cluster, live, scarce);
                    break;
                }
                try {
                    cluster.add(step);
                    write(cluster, live + step);
                } catch (IOException e) {
                    // Expected: the part measures when the cluster fails.
                    last = new Grown(
                            live,
                            last.threads(),
                            last.descriptors(),
                            last.residentBytes(),
                            e.toString().lines().findFirst().orElseThrow());
                    break;
                }
                last = state(cluster, live + step, "");
            }
        }
        note("emulated", last);
        return last;
    }

    private void note(String name, Grown grown) {
        measurements.note(String.format(
                Locale.ROOT,
                "datanodes: %d %s with %,d threads, %,d descriptors, %,d MB resident%s",
                grown.live(),
                name,
                grown.threads(),
                grown.descriptors(),
                (long) (grown.residentBytes() / 1e6),
                grown.failure().isEmpty() ? "; stopped by --quick." : ". Limit: " + grown.failure()));
    }

    private static void write(ExaltCluster cluster, int number) throws IOException, InterruptedException {
        LoadSpec spec = new LoadSpec(LoadSpec.Kind.WRITE, "/f" + number, 4, FILE, 8, 0, (short) 3, BLOCK, 1, 1);
        LoadProgress written = cluster.load(spec).await();
        LoadProgress read = cluster.load(spec.read(2)).await();
        if (written.errors() + read.errors() > 0 || read.bytes() != written.bytes()) {
            throw new IOException(
                    "clients did not read all written bytes: " + written.firstError() + read.firstError());
        }
    }

    private static Grown state(ExaltCluster cluster, int live, String failure) throws IOException {
        Cost cost = new Sampler(cluster).cost();
        return new Grown(live, cost.threads(), cost.descriptors(), cost.residentBytes(), failure);
    }

    /** Returns the resource that the machine is about to exhaust; empty if enough is left for other processes. */
    private static String scarce(long threads) throws IOException {
        double free = (double) Memory.available() / Memory.total();
        if (free < MIN_FREE) {
            return String.format(Locale.ROOT, "%.0f%% of the machine's memory left", free * 100);
        }
        long used = Threads.used();
        return used + threads <= Threads.max()
                ? ""
                : String.format(Locale.ROOT, "%,d of at most %,d threads in use", used, Threads.max());
    }
}
