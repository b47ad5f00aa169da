package org.underbase.tier.soak;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Monitor that scans the disks continuously for blocks with fewer complete replicas than before. Replicas of a killed DataNode
 * are still on its disk and count, so a missing replica was deleted: by a move before its copy was complete, or by the
 * NameNode. Thread-safe.
 */
final class ReplicaFloorMonitor implements AutoCloseable {
    private static final long PAUSE_MILLIS = 50;

    private final Disks disks;
    private final Map<Long, Watched> blocks = new ConcurrentHashMap<>();
    private final Map<Long, String> losses = new ConcurrentHashMap<>();
    private final AtomicLong scans = new AtomicLong();
    private final ScheduledExecutorService executor =
            Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "soak-floor-watch"));
    private volatile Throwable failure;
    private final List<Future<?>> watching = new CopyOnWriteArrayList<>();

    /** Block with its expected state and minimum number of replicas. */
    private record Watched(SoakFile file, long stamp, long length, int floor) {
        Watched atMost(int replicas) {
            return new Watched(file, stamp, length, Math.min(floor, replicas));
        }
    }

    ReplicaFloorMonitor(Disks disks) {
        this.disks = disks;
    }

    void start() {
        watching.add(executor.scheduleWithFixedDelay(this::scan, 0, PAUSE_MILLIS, TimeUnit.MILLISECONDS));
    }

    /** Adds a block. */
    void watch(SoakFile file, long block, long stamp, long length, int replicas) {
        blocks.put(block, new Watched(file, stamp, length, replicas));
    }

    /** Lowers the minimum of a file. Call it before a change to fewer replicas. */
    void atMost(SoakFile file, int replicas) {
        blocks.replaceAll((block, watched) -> watched.file() == file ? watched.atMost(replicas) : watched);
    }

    /** Removes the blocks of a file. Call it before the content changes or the file is deleted. */
    void forget(SoakFile file) {
        blocks.values().removeIf(watched -> watched.file() == file);
    }

    /** Returns the number of scans. */
    long scans() {
        return scans.get();
    }

    /**
     * Checks the result.
     *
     * @throws Violation if a block had too few replicas or the monitor has stopped
     */
    void check() throws Violation {
        if (watching.stream().anyMatch(Future::isDone) && failure == null) {
            throw new Violation("the replica-floor monitor has stopped");
        }
        if (failure != null) {
            throw new Violation("the disks could not be read: " + failure, failure);
        }
        if (!losses.isEmpty()) {
            throw new Violation(String.join("\n", losses.values()));
        }
    }

    private void scan() {
        try {
            Map<Long, String> suspects = lacking();
            if (!suspects.isEmpty()) {
                // Not a snapshot: a replica may appear on a scanned disk and disappear from one that is not scanned
                // yet.
                Map<Long, String> confirmed = lacking();
                confirmed.keySet().retainAll(suspects.keySet());
                losses.putAll(confirmed);
            }
            scans.incrementAndGet();
        } catch (RuntimeException | Error e) {
            failure = e;
        }
    }

    private Map<Long, String> lacking() {
        Map<Long, Watched> before = Map.copyOf(blocks);
        Map<Long, List<Disks.Replica>> found = new HashMap<>();
        for (Disks.Replica replica : disks.finalized()) {
            Watched watched = before.get(replica.block());
            if (watched != null && replica.stamp() == watched.stamp() && replica.length() == watched.length()) {
                found.computeIfAbsent(replica.block(), key -> new ArrayList<>()).add(replica);
            }
        }
        Map<Long, String> lacking = new HashMap<>();
        for (Map.Entry<Long, Watched> entry : before.entrySet()) {
            Watched now = blocks.get(entry.getKey());
            List<Disks.Replica> replicas = found.getOrDefault(entry.getKey(), List.of());
            if (now != null
                    && replicas.size() < Math.min(now.floor(), entry.getValue().floor())) {
                lacking.put(
                        entry.getKey(),
                        "block " + entry.getKey() + " of " + now.file().path() + " had " + replicas.size()
                                + " complete replicas, not " + now.floor() + ": "
                                + replicas.stream().map(Disks.Replica::dataNode).toList());
            }
        }
        return lacking;
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
