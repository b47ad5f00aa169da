package org.underbase.bench.prediction;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.underbase.bench.combinedlog.load.Concurrently;
import org.underbase.bench.combinedlog.load.OpenLoop;
import org.underbase.testbed.client.RequestLoop;

/** Client of part {@code disks}. The cluster's configuration is on the class path. */
public final class DiskClientMain {
    /** Bytes of an append. */
    private static final int APPEND = 4 << 10;

    private static final long APPEND_PERIOD = TimeUnit.MILLISECONDS.toNanos(2000);
    private static final int WRITE = 1 << 20;
    /** The tracer counts the calls of threads with this prefix as logging. */
    private static final String LOGGING_THREAD = "combinedlog-appends";

    private static final double WARM_UP_READS = 60;
    private static final int WARM_UP_SECONDS = 1;

    private final FileSystem fs;
    private FSDataOutputStream log;

    private DiskClientMain(FileSystem fs) {
        this.fs = fs;
    }

    /**
     * Executes loads until the input ends.
     *
     * @param args none
     * @throws IOException if an operation of HDFS fails
     * @throws InterruptedException if the thread is interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        RequestLoop<DiskLoad> loads = new RequestLoop<>(DiskLoad.class);
        try (FileSystem fs = FileSystem.newInstance(new Configuration())) {
            DiskClientMain client = new DiskClientMain(fs);
            loads.run(client::execute);
        }
    }

    private DiskTimes execute(DiskLoad load) throws IOException, InterruptedException {
        if (load.run()) {
            return run(load);
        }
        byte[] bytes = new byte[WRITE];
        for (int file = 0; file < load.files(); file++) {
            try (FSDataOutputStream out = fs.create(path(file))) {
                for (long done = 0; done < load.fileBytes(); done += WRITE) {
                    out.write(bytes);
                }
            }
        }
        warmUp(load);
        startLog();
        return new DiskTimes(List.of());
    }

    /** Reads from the page cache, so that no class is loaded while reads are measured. */
    private void warmUp(DiskLoad load) throws IOException, InterruptedException {
        List<TimedRead> reads =
                TimedRead.schedule(load.seed(), WARM_UP_READS / WARM_UP_SECONDS, WARM_UP_SECONDS, 1, load.fileBytes());
        try (FSDataInputStream file = fs.open(path(0))) {
            TimedReads.run(reads, read -> file.readFully(read.offset(), new byte[TimedRead.BYTES]));
        }
    }

    /** Creates the log. The reads of the trace that follow this are those of the load. */
    private void startLog() throws IOException, InterruptedException {
        inLoggingThread(() -> {
            log = fs.create(new Path("/disks/log"));
            append(log);
            return List.of();
        });
    }

    private static void inLoggingThread(Callable<List<Long>> task) throws IOException, InterruptedException {
        Callable<List<Long>> named = () -> {
            Thread.currentThread().setName(LOGGING_THREAD);
            return task.call();
        };
        Concurrently.run(List.of(named));
    }

    private static void append(FSDataOutputStream out) throws IOException {
        out.write(new byte[APPEND]);
        out.hflush();
    }

    private static Path path(int file) {
        return new Path("/disks/" + file);
    }

    private DiskTimes run(DiskLoad load) throws IOException, InterruptedException {
        List<TimedRead> reads =
                TimedRead.schedule(load.seed(), load.readsPerSecond(), load.seconds(), load.files(), load.fileBytes());
        List<FSDataInputStream> files = new ArrayList<>();
        try {
            for (int file = 0; file < load.files(); file++) {
                files.add(fs.open(path(file)));
            }
            List<Callable<List<Long>>> both = List.of(() -> append(load.seconds()), () -> TimedReads.run(
                            reads, read -> files.get(read.file()).readFully(read.offset(), new byte[TimedRead.BYTES]))
                    .nanosSinceDue());
            return new DiskTimes(Concurrently.run(both).get(1));
        } finally {
            for (FSDataInputStream file : files) {
                file.close();
            }
        }
    }

    private List<Long> append(int seconds) throws IOException, InterruptedException {
        Thread.currentThread().setName(LOGGING_THREAD);
        try (FSDataOutputStream out = log) {
            long begin = System.nanoTime();
            for (long due = 0; due < TimeUnit.SECONDS.toNanos(seconds); due += APPEND_PERIOD) {
                OpenLoop.await(begin + due);
                append(out);
            }
        }
        return List.of();
    }
}
