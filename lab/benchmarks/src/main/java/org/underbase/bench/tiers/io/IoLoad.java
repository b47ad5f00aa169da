package org.underbase.bench.tiers.io;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.underbase.testbed.disk.DiskBytes;

/** Writes and reads of part {@code io}: many small files, many tasks per node. */
final class IoLoad {
    static final String DIRECTORY = "/io";
    private static final int BLOCKS = 2;
    private static final int WRITERS = 4;
    private static final int READERS = 24;
    /** With all files, the synced writes would take minutes per setup. */
    private static final int SYNCED_DIVISOR = 6;

    /**
     * Measured reads.
     *
     * @param moved transfers of all clients
     * @param byTier bytes read from each kind of device, including the warm-up
     */
    record Reads(Moved moved, Map<Device, Long> byTier) {}

    private final IoCluster cluster;
    private final int files;
    private final long seed;

    IoLoad(IoCluster cluster, int files, long seed) {
        this.cluster = cluster;
        this.files = files;
        this.seed = seed;
    }

    private static List<Task> tasks(String prefix, int files) {
        return IntStream.range(0, files)
                .mapToObj(i -> new Task(DIRECTORY + "/" + prefix + "-" + i, 0, (long) BLOCKS * Setup.BLOCK))
                .toList();
    }

    /**
     * Writes all files from all nodes; the DataNodes keep them in the page cache, like stock HDFS.
     *
     * @param round number of the run, which is part of the files' names
     */
    Moved write(int round) throws IOException {
        cluster.network(Device.FAST_LINK);
        cluster.writing();
        return cluster.run(split(Phase.Kind.WRITE, tasks(Integer.toString(round), files), WRITERS, 0, 0));
    }

    /** Writes a sixth as many other files from all nodes; the DataNodes sync each block, so that the devices limit the rate. */
    Moved writeSynced() throws IOException {
        cluster.network(Device.FAST_LINK);
        cluster.writing();
        return cluster.run(split(Phase.Kind.WRITE_SYNCED, tasks("synced", files / SYNCED_DIVISOR), WRITERS, 0, 0));
    }

    /**
     * Reads the files of the first run in random order from all nodes, no block twice.
     *
     * @param link rate of every node's link
     * @param round number of the run, which changes the order
     * @param skipMillis warm-up, which is not measured
     * @param countMillis measured time
     */
    Reads read(String link, int round, long skipMillis, long countMillis) throws IOException {
        cluster.network(link);
        List<DiskBytes> before = cluster.bytes();
        List<Task> shuffled = new ArrayList<>(tasks("0", files));
        Collections.shuffle(shuffled, new Random(seed + round));
        Moved moved = cluster.run(split(Phase.Kind.READ, shuffled, READERS, skipMillis, countMillis));
        List<DiskBytes> after = cluster.bytes();
        Map<Device, Long> byTier = new EnumMap<>(Device.class);
        for (int i = 0; i < before.size(); i++) {
            byTier.merge(
                    cluster.drives().get(i).device(),
                    after.get(i).minus(before.get(i)).read(),
                    Long::sum);
        }
        return new Reads(moved, byTier);
    }

    private List<Phase> split(Phase.Kind kind, List<Task> tasks, int threads, long skipMillis, long countMillis) {
        List<Phase> phases = new ArrayList<>();
        int clients = cluster.nodes().size();
        for (int client = 0; client < clients; client++) {
            List<Task> own = new ArrayList<>();
            for (int i = client; i < tasks.size(); i += clients) {
                own.add(tasks.get(i));
            }
            phases.add(new Phase(kind, own, "", threads, skipMillis, countMillis));
        }
        return phases;
    }
}
