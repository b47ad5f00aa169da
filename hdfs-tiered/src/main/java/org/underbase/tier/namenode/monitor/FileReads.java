package org.underbase.tier.namenode.monitor;

import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.thirdparty.com.google.common.cache.Cache;
import org.apache.hadoop.thirdparty.com.google.common.cache.CacheBuilder;

/**
 * Recent reads of files: last time and count. It remembers a limited number of files and forgets those not read for
 * longest. Thread-safe.
 */
public final class FileReads {
    private static final int HOT_MAX = 1000;

    /** Remembered reads of one file. */
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
     * Creates an empty record.
     *
     * @param entries number of files to remember
     * @param hot number of reads at which a file is reported
     */
    public FileReads(long entries, long hot) {
        this.files = CacheBuilder.newBuilder()
                .maximumSize(entries)
                .concurrencyLevel(16)
                .build();
        this.hot = hot;
    }

    /** Records a read. Called in the NameNode's read path: it holds locks only briefly and does no I/O. */
    public void read(String path, long now) {
        Reads reads = files.getIfPresent(path);
        if (reads == null) {
            reads = new Reads();
            files.put(path, reads);
        }
        reads.last = now;
        if (reads.count.incrementAndGet() == hot) {
            // A full queue drops a file that its next reads add again.
            boolean queued = hotFiles.offer(path);
            if (!queued) {
                reads.count.set(0);
            }
        }
    }

    Optional<Reads> of(String path) {
        return Optional.ofNullable(files.getIfPresent(path));
    }

    /** Resets the number of a file's reads. */
    void forget(String path) {
        files.invalidate(path);
    }

    /** Returns a file that has been read often since its count was reset, if there is one. */
    Optional<String> nextHot() {
        return Optional.ofNullable(hotFiles.poll());
    }
}
