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
import org.underbase.exalt.harness.load.LoadSpec;
import org.underbase.exalt.harness.load.Said;
import org.underbase.exalt.harness.node.Collected;
import org.underbase.exalt.harness.node.RegionServersSaid;

/** Measures a cluster under its loads, one after the other, once a second. Used by one thread. */
public final class Sampler {
    private static final double NANOS = 1e9;
    private static final double MEGA = 1e6;
    /** Its metrics are put together once a second, and what JMX tells may be of the time before. */
    private static final long METRICS_LAG_MILLIS = 2_500;

    private final ExaltCluster cluster;
    private final NameNodeProbe probe;
    private final long begin = System.nanoTime();
    private final List<Sample> samples = new ArrayList<>();
    private Watch watch = Watch.NONE;

    /** Is told of each second. */
    @FunctionalInterface
    public interface Listener {
        /**
         * Tells it.
         *
         * @param sample of the second
         * @param said by the clients, since the load's start
         */
        void told(Sample sample, Said said);
    }

    /**
     * Begins a measurement.
     *
     * @param cluster that runs
     * @throws IOException when it has no NameNode
     */
    public Sampler(ExaltCluster cluster) throws IOException {
        this.cluster = cluster;
        this.probe = new NameNodeProbe(cluster.nameNode());
    }

    /**
     * Has somebody look at the processes during the loads that follow.
     *
     * @param watch that looks
     */
    public void watch(Watch watch) {
        this.watch = watch;
    }

    /**
     * Runs a load to its end.
     *
     * @param name of the phase
     * @param spec of the load
     * @param listener is told each second
     * @return what was measured
     * @throws IOException when the clients' JVM or a process of the cluster dies, or the NameNode does not answer
     * @throws InterruptedException when this thread is interrupted
     */
    public Phase run(String name, LoadSpec spec, Listener listener) throws IOException, InterruptedException {
        try {
            beginToWatch();
            Map<EmulatedJvm, Collected> collected = collected();
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

    private Phase measured(String name, LoadJvm load, Map<EmulatedJvm, Collected> collected, Listener listener)
            throws IOException, InterruptedException {
        LoadSpec spec = load.spec();
        load.awaitBegin();
        Map<String, List<Long>> processes = Processes.of(cluster, List.of(load.pid()));
        boolean watched = false;
        Snapshot first = Snapshot.take(Said.NOTHING, probe, processes, cluster);
        Snapshot last = first;
        int from = samples.size();
        long next = System.nanoTime();
        while (load.busy()) {
            next += TimeUnit.SECONDS.toNanos(1);
            TimeUnit.NANOSECONDS.sleep(Math.max(0, next - System.nanoTime()));
            // Clients may go on without it for as long as they are to.
            cluster.check();
            // A JVM that has only just been started may die when it is asked for anything.
            if (!watched && load.said().millis() > 0) {
                watched = true;
                watch.begin(Processes.CLIENTS, List.of(load.pid()));
            }
            Snapshot now = Snapshot.take(load.said(), probe, processes, cluster);
            Sample sample = sample(name, spec, last, now, processes);
            samples.add(sample);
            listener.told(sample, now.said());
            last = now;
        }
        last = Snapshot.take(load.said(), probe, processes, cluster);
        Collected emulated = since(collected);
        watch.end(name);
        Said end = load.await();
        // Else the last calls are missed, and of a short load that is many.
        TimeUnit.MILLISECONDS.sleep(METRICS_LAG_MILLIS);
        last = last.with(probe.look(), cluster.regionServersSaid());
        return Phase.of(
                name, spec, end, first, last, processes, emulated, List.copyOf(samples.subList(from, samples.size())));
    }

    private Map<EmulatedJvm, Collected> collected() throws IOException, InterruptedException {
        Map<EmulatedJvm, Collected> result = new HashMap<>();
        for (EmulatedJvm jvm : cluster.emulated()) {
            result.put(jvm, jvm.collections());
        }
        return result;
    }

    private Collected since(Map<EmulatedJvm, Collected> before) throws IOException, InterruptedException {
        Collected sum = new Collected(0, 0);
        for (Map.Entry<EmulatedJvm, Collected> now : collected().entrySet()) {
            Collected more = now.getValue().since(before.get(now.getKey()));
            sum = new Collected(sum.count() + more.count(), sum.millis() + more.millis());
        }
        return sum;
    }

    private Sample sample(
            String phase, LoadSpec spec, Snapshot before, Snapshot now, Map<String, List<Long>> processes) {
        double seconds = (now.nanos() - before.nanos()) / NANOS;
        Map<Column, Double> values = new EnumMap<>(Column.class);
        // Clients tell how far they are at their own pace.
        double told = (now.said().millis() - before.said().millis()) / 1e3;
        if (before.said().millis() > 0 && told > 0) {
            double megabytes = (now.said().bytes() - before.said().bytes()) / MEGA / told;
            values.put(spec.kind().reads() ? Column.READ_MB_S : Column.WRITE_MB_S, megabytes);
            values.put(Column.FILES_S, (now.said().files() - before.said().files()) / told);
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
        RegionServersSaid said = now.regionServers();
        values.put(Column.MEMSTORES_MB, said.memstoreBytes() / MEGA);
        values.put(Column.STORE_FILES, (double) said.storeFiles());
        double told = (said.millis() - before.regionServers().millis()) / 1e3;
        if (told > 0) {
            values.put(
                    Column.WAL_MB_S, (said.walBytes() - before.regionServers().walBytes()) / MEGA / told);
        }
    }

    /**
     * All that has been measured.
     *
     * @return a copy, in order
     */
    public List<Sample> samples() {
        return List.copyOf(samples);
    }

    /**
     * What an emulated DataNode costs at this moment.
     *
     * @return of the JVMs of emulated DataNodes
     * @throws IOException when the kernel does not tell
     */
    public Cost cost() throws IOException {
        return Cost.of(cluster);
    }

    /**
     * What an emulated RegionServer costs at this moment.
     *
     * @return of the JVMs of emulated RegionServers
     * @throws IOException when the kernel does not tell
     */
    public Cost regionServerCost() throws IOException {
        return Cost.ofRegionServers(cluster);
    }
}
