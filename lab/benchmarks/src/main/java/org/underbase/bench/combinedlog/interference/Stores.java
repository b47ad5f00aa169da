package org.underbase.bench.combinedlog.interference;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.underbase.bench.combinedlog.load.Task;
import org.underbase.testbed.NodeDisk;
import org.underbase.testbed.disk.PageCache;

/** Files with the load of store files: reads at random offsets, and compactions that read files sequentially. */
final class Stores implements AutoCloseable {
    private static final int READ_BYTES = 64 << 10;
    private static final int STORE_BYTES = 32 << 20;
    private static final int SMALL_BYTES = 8 << 20;
    private static final int SMALL_FILES = 80;
    private static final int MERGED = 2;
    private static final int REQUEST = 1 << 20;

    private final DistributedFileSystem fs;
    private final List<NodeDisk> disks;
    private final List<FSDataInputStream> stores = new ArrayList<>();
    private int nextSmall;

    /**
     * Writes the files.
     *
     * @param fs client
     * @param disks disks of the replicas
     * @param count number of files for reads at random offsets
     */
    Stores(DistributedFileSystem fs, List<NodeDisk> disks, int count) throws IOException {
        this.fs = fs;
        this.disks = List.copyOf(disks);
        try {
            for (int file = 0; file < SMALL_FILES; file++) {
                write(small(file), SMALL_BYTES);
            }
            for (int file = 0; file < count; file++) {
                Path path = new Path("/stores/large-" + file);
                write(path, STORE_BYTES);
                stores.add(fs.open(path));
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private static Path small(int number) {
        return new Path("/stores/small-" + number);
    }

    private void write(Path path, int bytes) throws IOException {
        byte[] request = new byte[REQUEST];
        try (FSDataOutputStream out = fs.create(path, true)) {
            for (int done = 0; done < bytes; done += REQUEST) {
                out.write(request);
            }
        }
    }

    /** Evicts all replicas from the page cache. */
    void evict() throws IOException {
        for (NodeDisk disk : disks) {
            PageCache.evictReplicas(disk.path());
        }
        nextSmall = 0;
    }

    /** Creates a task that reads 64 KiB at a random offset. */
    Task reader(SplittableRandom random) {
        byte[] buffer = new byte[READ_BYTES];
        return () -> {
            FSDataInputStream in = stores.get(random.nextInt(stores.size()));
            long block = random.nextInt(STORE_BYTES / READ_BYTES);
            in.readFully(block * READ_BYTES, buffer);
        };
    }

    /** Creates a task that merges files that were not read since the last {@link #evict}. Thread-confined. */
    Task compactor() {
        return () -> {
            if (nextSmall + MERGED > SMALL_FILES) {
                throw new IOException("no files left for a compaction");
            }
            Path merged = new Path("/stores/merged");
            byte[] request = new byte[REQUEST];
            try (FSDataOutputStream out = fs.create(merged, true)) {
                for (int file = 0; file < MERGED; file++) {
                    try (FSDataInputStream in = fs.open(small(nextSmall++))) {
                        for (int done = 0; done < SMALL_BYTES; done += REQUEST) {
                            in.readFully(request);
                            out.write(request);
                        }
                    }
                }
            }
            fs.delete(merged, false);
        };
    }

    @Override
    public void close() throws IOException {
        for (FSDataInputStream store : stores) {
            store.close();
        }
    }
}
