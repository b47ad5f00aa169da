package org.underbase.tier.namenode.monitor;

import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.thirdparty.com.google.common.cache.Cache;
import org.apache.hadoop.thirdparty.com.google.common.cache.CacheBuilder;

/** When files were read last and how often, for as many files as fit; those not read for longest are forgotten. Thread-safe. */
public final class FileReads {
    private static final int HOT_MAX = 1000;

    /** The reads of one file that are remembered. */
    static final class Reads {
        private final AtomicLong count = new AtomicLong();
        private volatile long last;

        long count() {
            return count.get();
        }

        /** Milliseconds since 1970. */
        long last() {
            return last;
        }
    }

    private final Cache<String, Reads> files;
    private final long hot;
    private final Queue<String> hotFiles = new ArrayBlockingQueue<>(HOT_MAX);

    /**
     * @param entries files to remember
     * @param hot how many reads make a file one to look at
     */
    public FileReads(long entries, long hot) {
        this.files = CacheBuilder.newBuilder()
                .maximumSize(entries)
                .concurrencyLevel(16)
                .build();
        this.hot = hot;
    }

    /** A file was opened for reading. Called in the NameNode's read path: no lock is held for long, nothing is written. */
    void read(String path, long now) {
        Reads reads = files.getIfPresent(path);
        if (reads == null) {
            reads = new Reads();
            files.put(path, reads);
        }
        reads.last = now;
        if (reads.count.incrementAndGet() == hot) {
            // A full queue loses one that its next reads after a flush would bring again.
            boolean queued = hotFiles.offer(path);
            if (!queued) {
                reads.count.set(0);
            }
        }
    }

    Optional<Reads> of(String path) {
        return Optional.ofNullable(files.getIfPresent(path));
    }

    /** Begins to count a file's reads anew. */
    void forget(String path) {
        files.invalidate(path);
    }

    /** A file that has been read often since it was forgotten or seen first. */
    Optional<String> nextHot() {
        return Optional.ofNullable(hotFiles.poll());
    }
}
