package org.underbase.bench.tiers.io;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.underbase.operator.output.ProgressLine;
import org.underbase.testbed.report.BenchOptions;
import org.underbase.testbed.report.Measurements;
import org.underbase.testbed.report.Pair;

/**
 * Part {@code io}: TestDFSIO's metrics on emulated devices. Clusters with the same nodes and disks run consecutively;
 * clients on all nodes write and read over a fast network and read over a slow network. Under the landing policy, they only
 * write.
 */
public final class IoPart {
    private static final double MEGA = 1e6;

    /** Measurements of one setup. */
    private record Result(
            Moved written,
            Moved synced,
            List<IoLoad.Reads> fast,
            IoLoad.Reads slow,
            double best,
            Map<Device, Long> replicas) {}

    private final BenchOptions options;
    private final ProgressLine progress;
    private final Measurements measurements;

    /**
     * Creates the part.
     *
     * @param options options of the run
     * @param progress receiver of one line per step
     * @param measurements receiver of the measurements
     */
    public IoPart(BenchOptions options, ProgressLine progress, Measurements measurements) {
        this.options = options;
        this.progress = progress;
        this.measurements = measurements;
    }

    /**
     * Runs the part.
     *
     * @throws IOException if a cluster does not start or fails
     */
    public void run() throws IOException {
        Map<Setup, Result> results = new EnumMap<>(Setup.class);
        for (Setup setup : List.of(Setup.NETWORK_AWARE, Setup.ONE_SSD, Setup.HYBRID)) {
            results.put(setup, measure(setup));
        }
        landing(results);
        Result hybrid = results.get(Setup.HYBRID);
        for (Setup stock : List.of(Setup.NETWORK_AWARE, Setup.ONE_SSD)) {
            compare(hybrid, results.get(stock), " vs " + stock.title());
        }
        String best = "read, fast network, hybrid vs the best split of reads";
        for (IoLoad.Reads reads : hybrid.fast()) {
            measurements.compared(best, "MB/s", new Pair(reads.moved().bytesPerSecond() / MEGA, hybrid.best() / MEGA));
        }
        results.forEach((setup, result) -> shares(setup.title(), result));
        measurements.quote("read_vs_network_aware", "read, fast network, hybrid vs stock network-aware");
        measurements.quote("read_vs_one_ssd", "read, fast network, hybrid vs stock ONE_SSD");
        measurements.quote("read_vs_ideal_split", best);
        measurements.quote(
                "io_rate_vs_network_aware", "read, average I/O rate, fast network, hybrid vs stock network-aware");
        measurements.quote("write_vs_network_aware", "write, fast network, hybrid vs stock network-aware");
        measurements.quote(
                "synced_write_vs_network_aware", "synced write, fast network, hybrid vs stock network-aware");
        measurements.note(
                "io: devices and links have 1/" + Device.SCALE + " of the paper's speed (Table I, 10 and 1 Gbps);"
                        + " 3 PCIe SSDs, 3 SATA SSDs and 6 HDDs on 6 nodes in 3 racks, 12 DataNode processes; blocks of 512 KiB."
                        + " Each block is read once, from disk. The average I/O rate is TestDFSIO's: the mean of the"
                        + " files' rates, which weights files on fast and slow disks equally.");
    }

    private int files() {
        return options.quick() ? 48 : 540;
    }

    private void landing(Map<Setup, Result> others) throws IOException {
        try (IoCluster cluster = start(Setup.LANDING)) {
            IoLoad load = load(cluster);
            Moved written = write(Setup.LANDING, cluster, load);
            cluster.evict();
            progress.step("io: writing with syncs, " + Setup.LANDING.title());
            Moved synced = load.writeSynced();
            for (Setup other : List.of(Setup.NETWORK_AWARE, Setup.HYBRID)) {
                Result result = others.get(other);
                String versus = ", fast network, landing:hybrid vs " + other.title();
                pair(
                        "write" + versus,
                        written.bytesPerSecond(),
                        result.written().bytesPerSecond());
                pair(
                        "synced write" + versus,
                        synced.bytesPerSecond(),
                        result.synced().bytesPerSecond());
            }
        }
        String versus = "write, fast network, landing:hybrid vs " + Setup.NETWORK_AWARE.title();
        measurements.quote("landing_write_vs_stock", versus);
        measurements.quote("landing_synced_write_vs_stock", "synced " + versus);
    }

    private IoCluster start(Setup setup) throws IOException {
        IoCluster cluster =
                new IoCluster(setup, Layout.halves(), options.workDirectory().resolve("io-" + setup.name()));
        try {
            cluster.directory(IoLoad.DIRECTORY, setup == Setup.ONE_SSD ? "ONE_SSD" : "");
        } catch (IOException | RuntimeException e) {
            cluster.close();
            throw e;
        }
        return cluster;
    }

    private IoLoad load(IoCluster cluster) {
        return new IoLoad(cluster, files(), options.seed());
    }

    /** Writes the files, and adds the use of the links. */
    private Moved write(Setup setup, IoCluster cluster, IoLoad load) throws IOException {
        progress.step("io: writing, " + setup.title());
        long[] before = cluster.received();
        Moved written = load.write(0);
        long[] received = cluster.received();
        Arrays.setAll(received, node -> received[node] - before[node]);
        String title = setup.title() + ", write, fast network: ";
        measurements.measured(
                title + "bytes over links per byte written",
                "of 1",
                Arrays.stream(received).sum() / (double) written.bytes());
        measurements.measured(
                title + "rate of the busiest link",
                "MB/s",
                Arrays.stream(received).max().orElseThrow() * 1e9 / written.nanos() / MEGA);
        return written;
    }

    private Result measure(Setup setup) throws IOException {
        progress.step("io: starting 12 DataNodes on emulated disks, " + setup.title());
        long skip = options.quick() ? 500 : 10_000;
        long count = options.quick() ? 2000 : 20_000;
        try (IoCluster cluster = start(setup)) {
            IoLoad load = load(cluster);
            Moved written = write(setup, cluster, load);
            List<IoLoad.Reads> fast = new ArrayList<>();
            for (int round = 0; round < Math.min(2, options.runs()); round++) {
                cluster.evict();
                progress.step("io: reading over a fast network, " + setup.title());
                fast.add(load.read(Device.FAST_LINK, round, skip, count));
            }
            cluster.evict();
            progress.step("io: reading over a slow network, " + setup.title());
            IoLoad.Reads slow = load.read(Device.SLOW_LINK, 0, skip, count);
            cluster.evict();
            progress.step("io: writing with syncs, " + setup.title());
            Moved synced = load.writeSynced();
            return new Result(written, synced, fast, slow, cluster.bestSplit(), cluster.replicasByTier());
        }
    }

    private void compare(Result underbase, Result stock, String versus) {
        for (int round = 0; round < underbase.fast().size(); round++) {
            reads(
                    underbase.fast().get(round).moved(),
                    stock.fast().get(round).moved(),
                    ", fast network, hybrid" + versus);
        }
        reads(underbase.slow().moved(), stock.slow().moved(), ", slow network, hybrid" + versus);
        pair(
                "write, fast network, hybrid" + versus,
                underbase.written().bytesPerSecond(),
                stock.written().bytesPerSecond());
        pair(
                "synced write, fast network, hybrid" + versus,
                underbase.synced().bytesPerSecond(),
                stock.synced().bytesPerSecond());
        pair(
                "write, average I/O rate, fast network, hybrid" + versus,
                underbase.written().averageRate(),
                stock.written().averageRate());
    }

    private void reads(Moved underbase, Moved stock, String where) {
        pair("read" + where, underbase.bytesPerSecond(), stock.bytesPerSecond());
        pair("read, average I/O rate" + where, underbase.averageRate(), stock.averageRate());
    }

    private void pair(String name, double underbase, double stock) {
        measurements.compared(name, "MB/s", new Pair(underbase / MEGA, stock / MEGA));
    }

    private void shares(String title, Result result) {
        long replicas =
                result.replicas().values().stream().mapToLong(Long::longValue).sum();
        for (Device device : Device.values()) {
            share(
                    title + ", disks: replicas on " + device.tier(),
                    result.replicas().getOrDefault(device, 0L),
                    replicas);
        }
        TaskRows.add(measurements, title + ", write, fast network", result.written());
        TaskRows.add(measurements, title + ", synced write, fast network", result.synced());
        for (IoLoad.Reads reads : result.fast()) {
            TaskRows.add(measurements, title + ", read, fast network", reads.moved());
        }
        TaskRows.add(measurements, title + ", read, slow network", result.slow().moved());
        measurements.measured(title + ", disks: best split of reads", "MB/s", result.best() / MEGA);
        for (IoLoad.Reads reads : result.fast()) {
            shares(title + ", fast network", reads);
        }
        shares(title + ", slow network", result.slow());
    }

    private void shares(String title, IoLoad.Reads reads) {
        long disks = reads.byTier().values().stream().mapToLong(Long::longValue).sum();
        for (Device device : Device.values()) {
            share(
                    title + ": bytes read from " + device.tier() + " disks",
                    reads.byTier().getOrDefault(device, 0L),
                    disks);
        }
        share(
                title + ": bytes from the reader's node",
                reads.moved().local(),
                reads.moved().bytes());
        share(
                title + ": bytes from the reader's rack",
                reads.moved().rack(),
                reads.moved().bytes());
    }

    private void share(String name, long part, long whole) {
        measurements.measured(name, "of 1", (double) part / whole);
    }
}
