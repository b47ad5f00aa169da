package org.underbase.sim.hats.job;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.underbase.sim.hats.cluster.Datanode;
import org.underbase.sim.hats.cluster.Layout;
import org.underbase.sim.hats.flow.Flows;
import org.underbase.sim.hats.hdfs.Hdfs;
import org.underbase.sim.hats.hdfs.Settings;
import org.underbase.sim.hats.hdfs.StoredFile;

/**
 * MapReduce with jobs in the order of submission. Each map gets one block; reduces start when all maps of their job have ended. The
 * computation takes no time, as the paper's jobs are bound by I/O. Not thread-safe.
 */
public final class MapReduce {
    /** Slots of a node in the paper. */
    private static final int MAP_SLOTS = 6;

    private static final int REDUCE_SLOTS = 2;
    private static final long BYTES_PER_REDUCE = 1L << 30;

    /** Job in progress. */
    private static final class Running {
        private final Job job;
        private final StoredFile input;
        private final Runnable done;
        private int mapsLeft;
        private int reduces;
        private int reducesLeft;
        private int[] mapHosts = {};

        Running(Job job, StoredFile input, Runnable done) {
            this.job = job;
            this.input = input;
            this.done = done;
            this.mapsLeft = input.blocks();
        }
    }

    private final Flows flows;
    private final Hdfs hdfs;
    private final Layout layout;
    private final SplittableRandom random;
    private final TaskLog maps = new TaskLog();
    private final Slots mapSlots;
    private final Slots reduceSlots;
    private final int[] rackOfHost;
    private final int racks;
    private final Deque<Running> waiting = new ArrayDeque<>();
    private final Deque<Running> reducing = new ArrayDeque<>();
    /** Maps of the first waiting job; created late, because a job can wait for long. */
    private PendingMaps pending;

    public MapReduce(Layout layout, Flows flows, Hdfs hdfs, SplittableRandom random) {
        this.layout = layout;
        this.flows = flows;
        this.hdfs = hdfs;
        this.random = random;
        int hosts = layout.hosts().size();
        mapSlots = new Slots(hosts, MAP_SLOTS, random);
        reduceSlots = new Slots(hosts, REDUCE_SLOTS, random);
        Map<String, Integer> names = new LinkedHashMap<>();
        rackOfHost = new int[hosts];
        for (Datanode datanode : layout.datanodes()) {
            rackOfHost[layout.hostIndex(datanode.location().host())] =
                    names.computeIfAbsent(datanode.location().rack(), name -> names.size());
        }
        racks = names.size();
        pending = new PendingMaps(0, block -> new int[0], rackOfHost, racks);
    }

    /** Returns the times of all maps. */
    public TaskLog maps() {
        return maps;
    }

    /**
     * Submits a job at the present time.
     *
     * @param job job
     * @param input file that it reads
     * @param done action at the end
     */
    public void submit(Job job, StoredFile input, Runnable done) {
        waiting.add(new Running(job, input, done));
        if (waiting.size() == 1) {
            pending = pendingOf(waiting.getFirst());
        }
        startMaps();
    }

    private PendingMaps pendingOf(Running running) {
        return new PendingMaps(running.input.blocks(), block -> hdfs.hosts(running.input, block), rackOfHost, racks);
    }

    private void startMaps() {
        while (!waiting.isEmpty() && !mapSlots.isEmpty()) {
            Running first = waiting.getFirst();
            int host = mapSlots.take();
            startMap(first, pending.take(host), host);
            if (pending.isEmpty()) {
                waiting.remove();
                if (!waiting.isEmpty()) {
                    pending = pendingOf(waiting.getFirst());
                }
            }
        }
    }

    private void startMap(Running running, int block, int host) {
        double start = flows.now();
        if (running.job.shuffleBytes() > 0 && running.mapHosts.length == 0) {
            running.mapHosts = new int[running.input.blocks()];
        }
        if (running.mapHosts.length > 0) {
            running.mapHosts[block] = host;
        }
        hdfs.read(running.input, block, host, () -> {
            maps.add(running.input.bytes(block), flows.now() - start);
            long part = running.job.shuffleBytes() / running.input.blocks();
            if (part > 0) {
                hdfs.spill(host, part);
            }
            mapSlots.release(host);
            running.mapsLeft--;
            if (running.mapsLeft == 0) {
                mapsDone(running);
            }
            startMaps();
        });
    }

    private void mapsDone(Running running) {
        long bytes = Math.max(running.job.shuffleBytes(), running.job.outputBytes());
        if (bytes == 0) {
            running.done.run();
            return;
        }
        int slots = layout.hosts().size() * REDUCE_SLOTS;
        running.reduces = (int) Math.min(slots, (bytes + BYTES_PER_REDUCE - 1) / BYTES_PER_REDUCE);
        running.reducesLeft = running.reduces;
        for (int i = 0; i < running.reduces; i++) {
            reducing.add(running);
        }
        startReduces();
    }

    private void startReduces() {
        while (!reducing.isEmpty() && !reduceSlots.isEmpty()) {
            Running running = reducing.remove();
            fetch(running, running.job.shuffleBytes() / running.reduces, reduceSlots.take());
        }
    }

    /** Fetches the input of a reduce, in pieces from the hosts of random maps. */
    private void fetch(Running running, long left, int host) {
        if (left <= 0) {
            long output = running.job.outputBytes() / running.reduces;
            write(running, hdfs.create(output), 0, host);
            return;
        }
        int from = running.mapHosts[random.nextInt(running.mapHosts.length)];
        long piece = Math.min(left, Settings.BLOCK);
        hdfs.fetch(from, host, piece, () -> fetch(running, left - piece, host));
    }

    private void write(Running running, StoredFile output, int block, int host) {
        if (block < output.blocks() && output.bytes(block) > 0) {
            hdfs.write(output, block, host, () -> write(running, output, block + 1, host));
            return;
        }
        reduceSlots.release(host);
        running.reducesLeft--;
        if (running.reducesLeft == 0) {
            running.done.run();
        }
        startReduces();
    }
}
