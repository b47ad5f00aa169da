package org.underbase.htfs.soak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.underbase.htfs.record.Tracer;

/**
 * Traced client: {@code Application HDFS TRACES MAX_SEGMENTS NAME SEED THREADS FAULT}. Runs {@link Steps} in as many threads,
 * eight at a time; each thread ends with its steps. Prints the sum of the checksums, its use of descriptors and heap, and the
 * effect of the fault on its tracer. A process that is to be killed then continues.
 */
public final class Application {
    private static final String TRACED = "org.underbase.htfs.APITraceDistributedFileSystem";
    private static final int CONCURRENT = 8;

    private Application() {}

    /** Runs the steps. */
    public static void main(String[] args) throws IOException, InterruptedException {
        // Parses the default resources once: the keys of HDFS are known before the first use.
        Configuration conf = new HdfsConfiguration();
        conf.set("fs.defaultFS", args[0]);
        conf.set("fs.hdfs.impl", TRACED);
        conf.set("underbase.trace.dir", args[1]);
        conf.set("underbase.trace.max.segments", args[2]);
        long seed = Long.parseLong(args[4]);
        int threads = Integer.parseInt(args[5]);
        Fault fault = Fault.valueOf(args[6]);
        try (FileSystem fs = FileSystem.newInstance(conf)) {
            if (!fs.getClass().getName().equals(TRACED)) {
                throw new IOException("not traced: " + fs.getClass());
            }
            long sum = run(fs, args[3], seed, Math.min(threads, CONCURRENT));
            int descriptors = descriptors();
            sum += run(fs, args[3], seed + CONCURRENT, threads - Math.min(threads, CONCURRENT));
            System.gc();
            Runtime runtime = Runtime.getRuntime();
            long effect = fault.awaitEffect(
                    Tracer.current().orElseThrow(IOException::new).bean());
            System.out.println(sum + " " + (descriptors() - descriptors) + " "
                    + (runtime.totalMemory() - runtime.freeMemory()) + " " + effect);
            System.out.flush();
            while (fault == Fault.KILL) {
                run(fs, args[3], seed, 1);
            }
        }
    }

    /** Runs one thread per seed from the first on and returns the sum of the checksums. */
    static long run(FileSystem fs, String name, long firstSeed, int threads) throws IOException, InterruptedException {
        // Each task starts a thread that ends with it: the pool only limits how many run.
        ExecutorService starters = Executors.newFixedThreadPool(CONCURRENT);
        try {
            List<Future<Long>> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                long seed = firstSeed + i;
                Path directory = new Path("/soak/" + name + "-" + seed);
                running.add(starters.submit(() -> inNewThread(fs, directory, seed)));
            }
            long sum = 0;
            for (Future<Long> result : running) {
                sum += result.get();
            }
            return sum;
        } catch (ExecutionException e) {
            throw new IOException("a thread failed: " + e.getCause(), e);
        } finally {
            starters.shutdownNow();
        }
    }

    private static long inNewThread(FileSystem fs, Path directory, long seed) throws InterruptedException {
        long[] result = new long[1];
        Throwable[] failure = new Throwable[1];
        Thread thread = new Thread(
                () -> {
                    try {
                        result[0] = new Steps(fs, directory).run(seed);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                "short-" + seed);
        thread.setUncaughtExceptionHandler((failed, cause) -> failure[0] = cause);
        thread.start();
        thread.join();
        if (failure[0] != null) {
            throw new IllegalStateException("the steps of seed " + seed + " failed", failure[0]);
        }
        return result[0];
    }

    private static int descriptors() throws IOException {
        int count = 0;
        try (DirectoryStream<java.nio.file.Path> open =
                Files.newDirectoryStream(java.nio.file.Path.of("/proc/self/fd"))) {
            for (java.nio.file.Path descriptor : open) {
                // Sockets of HDFS come and go; the tracer has files.
                count += !Files.isSymbolicLink(descriptor)
                                || Files.readSymbolicLink(descriptor).toString().startsWith("socket:")
                        ? 0
                        : 1;
            }
        }
        return count;
    }
}
