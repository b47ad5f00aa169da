package org.underbase.tier.namenode.monitor;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.thirdparty.com.google.common.cache.Cache;
import org.apache.hadoop.thirdparty.com.google.common.cache.CacheBuilder;
import org.underbase.tier.policy.DecayedReads;

/**
 * Recent reads of files: their number, and their number weighted by age. It remembers a limited number of files and forgets those not read for
 * longest. Thread-safe.
 */
public final class FileReads {
    private static final int HOT_MAX = 1000;

    /** Remembered reads of one file. */
    static final class Reads {
        private final AtomicLong count = new AtomicLong();
        private final AtomicReference<DecayedReads> decayed = new AtomicReference<>(DecayedReads.NONE);
    }

    private final Cache<String, Reads> files;
    private final long hot;
    private final long halfLife;
    private final LongAdder total = new LongAdder();
    private final Queue<String> hotFiles = new ArrayBlockingQueue<>(HOT_MAX);

    /**
     * Creates an empty record.
     *
     * @param entries number of files to remember
     * @param hot number of reads at which a file is reported
     * @param halfLife half-life of reads, in milliseconds
     */
    public FileReads(long entries, long hot, long halfLife) {
        this.files = CacheBuilder.newBuilder()
                .maximumSize(entries)
                .concurrencyLevel(16)
                .build();
        this.hot = hot;
        this.halfLife = halfLife;
    }

    /** Records a read. Called in the NameNode's read path: it holds locks only briefly and does no I/O. */
    public void read(String path, long now) {
        total.increment();
        Reads reads = remembered(path);
        reads.decayed.updateAndGet(known -> known.plusRead(now, halfLife));
        if (reads.count.incrementAndGet() == hot) {
            // A full queue drops a file that its next reads add again.
            boolean queued = hotFiles.offer(path);
            if (!queued) {
                reads.count.set(0);
            }
        }
    }

    private Reads remembered(String path) {
        Reads reads = files.getIfPresent(path);
        if (reads == null) {
            reads = new Reads();
            files.put(path, reads);
        }
        return reads;
    }

    /** Returns the number of all reads since the creation. */
    long total() {
        return total.sum();
    }

    /**
     * Adds earlier reads of a file. This record may already contain some of them, so the greater number counts.
     *
     * @param earlier reads that this or another NameNode has stored
     */
    void restore(String path, DecayedReads earlier) {
        remembered(path).decayed.updateAndGet(known -> {
            long at = Math.max(known.at(), earlier.at());
            return new DecayedReads(Math.max(known.at(at, halfLife), earlier.at(at, halfLife)), at);
        });
    }

    /**
     * Returns the files with the most weighted reads, in any order.
     *
     * @param limit maximum number of files
     * @param now current time, in milliseconds since 1970
     * @return path and weighted number of reads at that time
     */
    List<Map.Entry<String, Double>> hottest(int limit, long now) {
        PriorityQueue<Map.Entry<String, Double>> coldestFirst = new PriorityQueue<>(Map.Entry.comparingByValue());
        files.asMap().forEach((path, reads) -> {
            coldestFirst.add(Map.entry(path, reads.decayed.get().at(now, halfLife)));
            if (coldestFirst.size() > limit) {
                coldestFirst.poll();
            }
        });
        return List.copyOf(coldestFirst);
    }

    /** Returns the weighted number of a file's reads. */
    DecayedReads of(String path) {
        Reads reads = files.getIfPresent(path);
        return reads == null ? DecayedReads.NONE : reads.decayed.get();
    }

    /** Resets the number of a file's reads, but not the weighted number. */
    void resetCount(String path) {
        Reads reads = files.getIfPresent(path);
        if (reads != null) {
            reads.count.set(0);
        }
    }

    /** Returns a file that has been read often since its count was reset, if there is one. */
    Optional<String> nextHot() {
        return Optional.ofNullable(hotFiles.poll());
    }
}
