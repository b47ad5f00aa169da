package org.underbase.bench.soak.tiers;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.underbase.bench.soak.finding.Finding;

/**
 * Looks at the disks again and again, whether a block has fewer whole replicas than before. Those of a DataNode that was
 * killed are on its disk still and count, so that what is missing was given up by somebody: by a move before its copy was
 * whole, or by the NameNode. Thread-safe.
 */
final class FloorWatch implements AutoCloseable {
    private static final long PAUSE_MILLIS = 50;

    private final Disks disks;
    private final Map<Long, Watched> blocks = new ConcurrentHashMap<>();
    private final Map<Long, String> losses = new ConcurrentHashMap<>();
    private final AtomicLong looks = new AtomicLong();
    private final ScheduledExecutorService executor =
            Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "soak-floor-watch"));
    private volatile Throwable failure;
    private Optional<Future<?>> watching = Optional.empty();

    /** A block as it was, and how many of its replicas there must be. */
    private record Watched(SoakFile file, long stamp, long length, int floor) {
        Watched atMost(int replicas) {
            return new Watched(file, stamp, length, Math.min(floor, replicas));
        }
    }

    FloorWatch(Disks disks) {
        this.disks = disks;
    }

    void start() {
        watching = Optional.of(executor.scheduleWithFixedDelay(this::look, 0, PAUSE_MILLIS, TimeUnit.MILLISECONDS));
    }

    /** Watches a block from now on. */
    void watch(SoakFile file, long block, long stamp, long length, int replicas) {
        blocks.put(block, new Watched(file, stamp, length, replicas));
    }

    /** Before a file is told to have so many replicas. */
    void atMost(SoakFile file, int replicas) {
        blocks.replaceAll((block, watched) -> watched.file() == file ? watched.atMost(replicas) : watched);
    }

    /** Before a file is changed or deleted. */
    void forget(SoakFile file) {
        blocks.values().removeIf(watched -> watched.file() == file);
    }

    /** How often it looked. */
    long looks() {
        return looks.get();
    }

    /** @throws Finding when a block had too few replicas, or nobody watches any more */
    void check() throws Finding {
        if (watching.isPresent() && watching.get().isDone() && failure == null) {
            throw new Finding("the watch has ended before its time");
        }
        if (failure != null) {
            throw new Finding("the disks could not be read: " + failure, failure);
        }
        if (!losses.isEmpty()) {
            throw new Finding(String.join("\n", losses.values()));
        }
    }

    private void look() {
        try {
            Map<Long, String> suspects = lacking();
            if (!suspects.isEmpty()) {
                // A listing is no snapshot: a replica may come to a disk that was read and go from one that was not
                // yet.
                Map<Long, String> again = lacking();
                again.keySet().retainAll(suspects.keySet());
                losses.putAll(again);
            }
            looks.incrementAndGet();
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
                                + " whole replicas, not " + now.floor() + ": "
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
