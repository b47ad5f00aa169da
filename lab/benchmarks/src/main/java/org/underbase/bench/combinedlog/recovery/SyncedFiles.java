package org.underbase.bench.combinedlog.recovery;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.underbase.bench.combinedlog.load.Concurrently;
import org.underbase.bench.combinedlog.load.Task;
import org.underbase.operator.output.ProgressLine;

/** Closed files whose bytes are all in the journal: many small ones, and some logs. */
final class SyncedFiles {
    private static final int WRITERS = 100;
    private static final int SMALL_BYTES = 1024;
    private static final int PER_DIRECTORY = 1000;
    private static final long SMALL_BLOCK = 1 << 20;
    private static final int LOGS = 12;
    /** Bytes of each hsync of a log: less than the sync limit, so that they go to the journal. */
    private static final int PIECE = 192 << 10;
    /** Maximum number of bytes that such an hsync adds to the journal: also checksums, headers and the padding of a commit. */
    private static final int RECORD = PIECE + (4 << 10);

    private static final int BUFFER = 4096;

    private final DistributedFileSystem fs;
    private final int count;

    /**
     * Describes the files.
     *
     * @param fs client
     * @param count number of small files
     */
    SyncedFiles(DistributedFileSystem fs, int count) {
        this.fs = fs;
        this.count = count;
    }

    int count() {
        return count;
    }

    /** Writes the small files: one hsync each. */
    void writeSmall(ProgressLine progress) throws IOException, InterruptedException {
        AtomicInteger next = new AtomicInteger();
        concurrently(WRITERS, () -> {
            for (int number = next.getAndIncrement(); number < count; number = next.getAndIncrement()) {
                write(number);
                int written = number;
                progress.update((double) written / count, () -> written + " of " + count + " files");
            }
        });
    }

    private void write(int number) throws IOException {
        try (FSDataOutputStream out = fs.create(path(number), false, BUFFER, (short) 1, SMALL_BLOCK)) {
            out.write(content(number));
            out.hsync();
        }
    }

    /**
     * Writes logs.
     *
     * @param journalBytes maximum number of bytes that they add to the journal, which they reach by 2%
     */
    void writeLogs(long journalBytes) throws IOException, InterruptedException {
        AtomicLong left = new AtomicLong(journalBytes / RECORD);
        AtomicInteger next = new AtomicInteger();
        concurrently(LOGS, () -> {
            byte[] piece = new byte[PIECE];
            try (FSDataOutputStream out = fs.create(new Path("/recovery/log-" + next.getAndIncrement()))) {
                while (left.getAndDecrement() > 0) {
                    out.write(piece);
                    out.hsync();
                }
            }
        });
    }

    private static void concurrently(int threads, Task task) throws IOException, InterruptedException {
        Callable<Boolean> call = () -> {
            task.execute();
            return true;
        };
        Concurrently.run(Collections.nCopies(threads, call));
    }

    /**
     * Reads a small file.
     *
     * @throws IOException if it cannot be read now
     * @throws IllegalStateException if its content is wrong
     */
    void read(int number) throws IOException {
        byte[] read = new byte[SMALL_BYTES];
        try (FSDataInputStream in = fs.open(path(number))) {
            in.readFully(read);
        }
        if (!Arrays.equals(read, content(number))) {
            throw new IllegalStateException("wrong content of " + path(number));
        }
    }

    private static Path path(int number) {
        return new Path("/recovery/" + number / PER_DIRECTORY + "/" + number);
    }

    private static byte[] content(int number) {
        byte[] content = new byte[SMALL_BYTES];
        new SplittableRandom(number).nextBytes(content);
        return content;
    }
}
