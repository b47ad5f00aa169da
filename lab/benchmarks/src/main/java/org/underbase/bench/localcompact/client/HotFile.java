package org.underbase.bench.localcompact.client;

import java.io.IOException;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** File in HDFS that clients read at random positions. */
final class HotFile {
    private static final Path PATH = new Path("/hot");
    private static final int CHUNK = 1 << 20;
    private static final int READ_BYTES = 64 << 10;
    private static final short REPLICATION = 3;

    private final FileSystem fs;

    HotFile(FileSystem fs) {
        this.fs = fs;
    }

    void create(long bytes, long seed) throws IOException {
        Random random = new Random(seed);
        byte[] chunk = new byte[CHUNK];
        try (FSDataOutputStream out = fs.create(PATH, true, CHUNK, REPLICATION, Request.HOT_BLOCK_BYTES)) {
            for (long written = 0; written < bytes; written += chunk.length) {
                random.nextBytes(chunk);
                out.write(chunk);
            }
        }
    }

    /** Starts reads at a constant rate. */
    Readers read(int perSecond, long seed) throws IOException {
        return new Readers(fs, perSecond, seed);
    }

    /** Reads that continue until the end. */
    static final class Readers implements AutoCloseable {
        private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
        private final ScheduledFuture<?> reads;

        private Readers(FileSystem fs, int perSecond, long seed) throws IOException {
            Random random = new Random(seed);
            long length = fs.getFileStatus(PATH).getLen();
            byte[] buffer = new byte[READ_BYTES];
            reads = thread.scheduleAtFixedRate(
                    () -> {
                        // Each stream selects its DataNodes at random.
                        try (FSDataInputStream in = fs.open(PATH)) {
                            in.readFully(random.nextLong(length - READ_BYTES), buffer);
                        } catch (IOException e) {
                            throw new java.io.UncheckedIOException(e);
                        }
                    },
                    0,
                    TimeUnit.SECONDS.toNanos(1) / perSecond,
                    TimeUnit.NANOSECONDS);
        }

        /** Throws the exception of a failed read. */
        void check() throws IOException, InterruptedException {
            if (reads.isDone()) {
                try {
                    reads.get();
                } catch (ExecutionException e) {
                    throw new IOException("a read of " + PATH + " failed", e.getCause());
                }
            }
        }

        @Override
        public void close() throws InterruptedException {
            thread.shutdownNow();
            if (!thread.awaitTermination(1, TimeUnit.MINUTES)) {
                throw new IllegalStateException("a read of " + PATH + " does not end");
            }
        }
    }
}
