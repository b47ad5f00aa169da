package org.underbase.exalt.harness.measure;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.underbase.exalt.harness.cluster.EmulatedJvm;
import org.underbase.exalt.harness.cluster.ExaltCluster;
import org.underbase.exalt.harness.cluster.LoadJvm;
import org.underbase.exalt.harness.load.LoadProgress;
import org.underbase.exalt.harness.load.LoadSpec;
import org.underbase.exalt.harness.node.GcTotals;
import org.underbase.exalt.harness.node.RegionServerProgress;

/** Sampler that runs loads on a cluster, sequentially, and measures every second. Thread-confined. */
public final class Sampler {
    private static final double NANOS = 1e9;
    private static final double MEGA = 1e6;
    /** The NameNode publishes its metrics every second, so JMX may lag by that time. */
    private static final long METRICS_LAG_MILLIS = 2_500;

    private final ExaltCluster cluster;
    private final NameNodeProbe probe;
    private final long begin = System.nanoTime();
    private final List<Sample> samples = new ArrayList<>();
    private Watch watch = Watch.NONE;

    /** Listener of the samples. */
    @FunctionalInterface
    public interface Listener {
        /**
         * Receives a sample.
         *
         * @param sample sample of the second
         * @param progress progress of the clients since the start of the load
         */
        void measured(Sample sample, LoadProgress progress);
    }

    /**
     * Starts a measurement.
     *
     * @param cluster running cluster
     * @throws IOException if the NameNode does not respond
     */
    public Sampler(ExaltCluster cluster) throws IOException {
        this.cluster = cluster;
        this.probe = new NameNodeProbe(cluster.nameNode());
    }

    /**
     * Sets an observer of the processes during later loads.
     *
     * @param watch observer
     */
    public void watch(Watch watch) {
        this.watch = watch;
    }

    /**
     * Runs a load to its end.
     *
     * @param name name of the phase
     * @param spec load of the clients
     * @param listener receiver of the samples
     * @return measurements of the load
     * @throws IOException if the clients' JVM or a process of the cluster exits, or the NameNode does not respond
     * @throws InterruptedException if this thread is interrupted
     */
    public Phase run(String name, LoadSpec spec, Listener listener) throws IOException, InterruptedException {
        try {
            beginToWatch();
            Map<EmulatedJvm, GcTotals> collected = collected();
            LoadJvm load = cluster.load(spec);
            try {
                return measured(name, load, collected, listener);
            } catch (IOException e) {
                load.kill();
                throw e;
            }
        } catch (IOException e) {
            throw cluster.explained(e);
        }
    }

    private void beginToWatch() throws IOException, InterruptedException {
        for (Map.Entry<String, List<Long>> group :
                Processes.of(cluster, List.of()).entrySet()) {
            watch.begin(group.getKey(), group.getValue());
        }
    }

    private Phase measured(String name, LoadJvm load, Map<EmulatedJvm, GcTotals> collected, Listener listener)
            throws IOException, InterruptedException {
        LoadSpec spec = load.spec();
        load.awaitBegin();
        Map<String, List<Long>> processes = Processes.of(cluster, List.of(load.pid()));
        boolean watched = false;
        Snapshot first = Snapshot.take(LoadProgress.NOTHING, probe, processes, cluster);
        Snapshot last = first;
        int from = samples.size();
        long next = System.nanoTime();
        while (load.busy()) {
            next += TimeUnit.SECONDS.toNanos(1);
            TimeUnit.NANOSECONDS.sleep(Math.max(0, next - System.nanoTime()));
            // Clients may continue after the exit of a process for as long as their load lasts.
            cluster.check();
            // A JVM that has just been started may exit on an attach request.
            if (!watched && load.progress().millis() > 0) {
                watched = true;
                watch.begin(Processes.CLIENTS, List.of(load.pid()));
            }
            Snapshot now = Snapshot.take(load.progress(), probe, processes, cluster);
            Sample sample = sample(name, spec, last, now, processes);
            samples.add(sample);
            listener.measured(sample, now.progress());
            last = now;
        }
        last = Snapshot.take(load.progress(), probe, processes, cluster);
        GcTotals emulated = since(collected);
        watch.end(name);
        LoadProgress end = load.await();
        // Otherwise the last calls are missing, which matters for a short load.
        TimeUnit.MILLISECONDS.sleep(METRICS_LAG_MILLIS);
        last = last.with(probe.look(), cluster.regionServerProgress());
        return Phase.of(
                name, spec, end, first, last, processes, emulated, List.copyOf(samples.subList(from, samples.size())));
    }

    private Map<EmulatedJvm, GcTotals> collected() throws IOException, InterruptedException {
        Map<EmulatedJvm, GcTotals> result = new HashMap<>();
        for (EmulatedJvm jvm : cluster.emulated()) {
            result.put(jvm, jvm.collections());
        }
        return result;
    }

    private GcTotals since(Map<EmulatedJvm, GcTotals> before) throws IOException, InterruptedException {
        GcTotals sum = new GcTotals(0, 0);
        for (Map.Entry<EmulatedJvm, GcTotals> now : collected().entrySet()) {
            GcTotals more = now.getValue().since(before.get(now.getKey()));
            sum = new GcTotals(sum.count() + more.count(), sum.millis() + more.millis());
        }
        return sum;
    }

    private Sample sample(
            String phase, LoadSpec spec, Snapshot before, Snapshot now, Map<String, List<Long>> processes) {
        double seconds = (now.nanos() - before.nanos()) / NANOS;
        Map<Column, Double> values = new EnumMap<>(Column.class);
        // Clients report progress asynchronously, so their own clock counts.
        double elapsed = (now.progress().millis() - before.progress().millis()) / 1e3;
        if (before.progress().millis() > 0 && elapsed > 0) {
            double megabytes = (now.progress().bytes() - before.progress().bytes()) / MEGA / elapsed;
            values.put(spec.kind().reads() ? Column.READ_MB_S : Column.WRITE_MB_S, megabytes);
            values.put(
                    Column.FILES_S, (now.progress().files() - before.progress().files()) / elapsed);
        }
        NameNodeProbe.Look look = now.nameNode();
        values.put(Column.NN_OPS_S, (look.answered() - before.nameNode().answered()) / seconds);
        values.put(Column.NN_QUEUE_MS, look.mean().queue());
        values.put(Column.NN_PROCESSING_MS, look.mean().processing());
        values.put(Column.NN_LOCK_WAIT_MS, look.mean().lockWait());
        values.put(Column.NN_WRITE_LOCK_MS, look.mean().writeLock());
        values.put(Column.NN_READ_LOCK_MS, look.mean().readLock());
        values.put(Column.NN_BLOCK_LOCK_MS, look.mean().blockLock());
        values.put(Column.NN_CALL_QUEUE, look.queue());
        values.put(Column.NN_GC_MS_S, (look.gcMillis() - before.nameNode().gcMillis()) / seconds);
        values.put(Column.NN_HEAP_MB, look.heapBytes() / MEGA);
        values.put(Column.LIVE_NODES, look.live());
        values.put(Column.BLOCKS, look.blocks());
        values.put(Column.NN_CPU, now.cpuSince(before, processes.get(Processes.NAMENODE)) / seconds);
        values.put(Column.EMULATED_CPU, now.cpuSince(before, processes.get(Processes.EMULATED)) / seconds);
        values.put(Column.REAL_CPU, now.cpuSince(before, processes.get(Processes.REAL)) / seconds);
        values.put(Column.CLIENTS_CPU, now.cpuSince(before, processes.get(Processes.CLIENTS)) / seconds);
        if (cluster.options().hbase().wanted()) {
            hbase(values, before, now, processes);
        }
        ProcFiles.Ticks ticks = now.processors().since(before.processors());
        values.put(Column.MACHINE_BUSY, ticks.busyPercent());
        values.put(Column.MACHINE_IO_WAIT, ticks.ioWaitPercent());
        values.put(Column.MEMORY_FREE_MB, now.memoryAvailable() / MEGA);
        values.put(Column.DISK_WRITE_MB_S, now.writtenSince(before) / MEGA / seconds);
        values.put(Column.NETWORK_MB_S, (now.network() - before.network()) / MEGA / seconds);
        return new Sample((now.nanos() - begin) / NANOS, phase, values);
    }

    private static void hbase(
            Map<Column, Double> values, Snapshot before, Snapshot now, Map<String, List<Long>> processes) {
        double seconds = (now.nanos() - before.nanos()) / NANOS;
        values.put(Column.REGIONSERVERS_CPU, now.cpuSince(before, processes.get(Processes.REGION_SERVERS)) / seconds);
        values.put(Column.HBASE_CPU, now.cpuSince(before, processes.get(Processes.HBASE)) / seconds);
        RegionServerProgress progress = now.regionServers();
        values.put(Column.MEMSTORES_MB, progress.memstoreBytes() / MEGA);
        values.put(Column.STORE_FILES, (double) progress.storeFiles());
        double elapsed = (progress.millis() - before.regionServers().millis()) / 1e3;
        if (elapsed > 0) {
            values.put(
                    Column.WAL_MB_S,
                    (progress.walBytes() - before.regionServers().walBytes()) / MEGA / elapsed);
        }
    }

    /**
     * Returns all samples.
     *
     * @return copy, in order
     */
    public List<Sample> samples() {
        return List.copyOf(samples);
    }

    /**
     * Measures the current resources of emulated DataNodes.
     *
     * @return resources of their JVMs
     * @throws IOException if the kernel's counters are unreadable
     */
    public Cost cost() throws IOException {
        return Cost.of(cluster);
    }

    /**
     * Measures the current resources of emulated RegionServers.
     *
     * @return resources of their JVMs
     * @throws IOException if the kernel's counters are unreadable
     */
    public Cost regionServerCost() throws IOException {
        return Cost.ofRegionServers(cluster);
    }
}
