package org.underbase.bench.tiers.paper;

import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.underbase.bench.tiers.io.Device;
import org.underbase.bench.tiers.io.Drive;
import org.underbase.bench.tiers.io.IoCluster;
import org.underbase.bench.tiers.io.Moved;
import org.underbase.testbed.Node;
import org.underbase.testbed.disk.DiskBytes;

/** Samples the counters of disks and links every second while a phase runs. */
final class UsageSampler {
    private static final long PERIOD_MILLIS = 1000;

    private final IoCluster cluster;
    /** A node with each kind of device; for HDDs, a node without another device. */
    private final Map<Device, Node> nodes = new EnumMap<>(Device.class);

    private final Map<Device, Double> peakDisk = new EnumMap<>(Device.class);
    private final Map<Device, Double> peakLink = new EnumMap<>(Device.class);
    private List<DiskBytes> disks = List.of();
    private Map<Device, Long> links = Map.of();
    private long nanos;

    UsageSampler(IoCluster cluster) {
        this.cluster = cluster;
        for (Drive drive : cluster.drives()) {
            if (drive.device() != Device.HDD || drive.node().disks().size() == 1) {
                nodes.putIfAbsent(drive.device(), drive.node());
            }
        }
    }

    /**
     * Phase and usage during it.
     *
     * @param moved transfers of the phase
     * @param usage use of disks and links
     */
    record Used(Moved moved, Usage usage) {}

    /** Runs a phase. */
    Used during(Callable<Moved> phase) throws IOException, InterruptedException {
        List<DiskBytes> before = cluster.bytes();
        disks = before;
        links = sent();
        nanos = System.nanoTime();
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            Moved moved = sampleUntilComplete(thread.submit(phase));
            return new Used(moved, new Usage(read(before, cluster.bytes()), peakDisk, peakLink));
        } catch (ExecutionException e) {
            throw new IOException(e.getCause().toString(), e);
        } finally {
            thread.shutdownNow();
        }
    }

    private Moved sampleUntilComplete(Future<Moved> phase)
            throws IOException, InterruptedException, ExecutionException {
        while (true) {
            try {
                return phase.get(PERIOD_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                sample();
            }
        }
    }

    private Map<Device, Long> read(List<DiskBytes> before, List<DiskBytes> after) {
        Map<Device, Long> read = new EnumMap<>(Device.class);
        for (int i = 0; i < before.size(); i++) {
            read.merge(
                    cluster.drives().get(i).device(),
                    after.get(i).minus(before.get(i)).read(),
                    Long::sum);
        }
        return read;
    }

    private void sample() throws IOException {
        List<DiskBytes> diskNow = cluster.bytes();
        Map<Device, Long> linkNow = sent();
        double seconds = (System.nanoTime() - nanos) / 1e9;
        nanos = System.nanoTime();
        for (int i = 0; i < diskNow.size(); i++) {
            double rate = diskNow.get(i).minus(disks.get(i)).read() / seconds;
            peakDisk.merge(cluster.drives().get(i).device(), rate, Math::max);
        }
        linkNow.forEach((device, bytes) -> peakLink.merge(device, (bytes - links.get(device)) / seconds, Math::max));
        disks = diskNow;
        links = linkNow;
    }

    private Map<Device, Long> sent() throws IOException {
        Map<Device, Long> sent = new EnumMap<>(Device.class);
        for (Map.Entry<Device, Node> entry : nodes.entrySet()) {
            sent.put(entry.getKey(), entry.getValue().networkBytes().sent());
        }
        return sent;
    }
}
