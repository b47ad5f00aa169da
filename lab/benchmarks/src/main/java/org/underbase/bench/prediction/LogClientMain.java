package org.underbase.bench.prediction;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.underbase.bench.combinedlog.load.Concurrently;
import org.underbase.bench.combinedlog.load.OpenLoop;
import org.underbase.testbed.client.RequestLoop;

/** Client of part {@code combinedlog}. The cluster's configuration is on the class path. */
public final class LogClientMain {
    private static final int BLOCK_DATA = 64 << 10;
    private static final long BLOCK_DATA_PERIOD = TimeUnit.MILLISECONDS.toNanos(500);
    /** Hsyncs of each log before the measured ones, so that no class is loaded later. */
    private static final int WARM_UP = 20;

    /** The tracer counts the calls of threads with this prefix as logging. */
    private static final String LOGGING_THREAD = "combinedlog-";

    private final FileSystem fs;
    private final List<FSDataOutputStream> logs = new ArrayList<>();

    private LogClientMain(FileSystem fs) {
        this.fs = fs;
    }

    /**
     * Executes steps until the input ends.
     *
     * @param args none
     * @throws IOException if an operation of HDFS fails
     * @throws InterruptedException if the thread is interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        RequestLoop<LogLoad> loads = new RequestLoop<>(LogLoad.class);
        try (FileSystem fs = FileSystem.newInstance(new Configuration())) {
            LogClientMain client = new LogClientMain(fs);
            loads.run(client::execute);
        }
    }

    private DiskTimes execute(LogLoad load) throws IOException, InterruptedException {
        return new DiskTimes(
                switch (load.step()) {
                    case CREATE -> createInLoggingThread(load.logs());
                    case RUN -> run(load);
                    case CLOSE -> close();
                });
    }

    private List<Long> createInLoggingThread(int count) throws IOException, InterruptedException {
        List<Callable<List<Long>>> task = List.of(() -> {
            Thread.currentThread().setName(LOGGING_THREAD + "create");
            return create(count);
        });
        return Concurrently.run(task).get(0);
    }

    private List<Long> create(int count) throws IOException {
        for (int log = 0; log < count; log++) {
            FSDataOutputStream out = fs.create(new Path("/logs/" + log));
            logs.add(out);
            for (int append = 0; append < WARM_UP; append++) {
                out.write(new byte[1]);
                out.hsync();
            }
        }
        return List.of();
    }

    private List<Long> run(LogLoad load) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        List<Callable<List<Long>>> all = new ArrayList<>();
        for (int log = 0; log < load.logs(); log++) {
            int number = log;
            all.add(() -> append(logs.get(number), load.appends(number), begin));
        }
        all.add(() -> blockData(load.seconds(), begin));
        return Concurrently.run(all).stream().flatMap(List::stream).toList();
    }

    private static List<Long> append(FSDataOutputStream log, List<LogLoad.Append> appends, long begin)
            throws IOException, InterruptedException {
        Thread.currentThread().setName(LOGGING_THREAD + "append");
        List<Long> nanos = new ArrayList<>();
        for (LogLoad.Append append : appends) {
            long due = begin + append.dueNanos();
            OpenLoop.await(due);
            log.write(new byte[append.bytes()]);
            log.hsync();
            nanos.add(System.nanoTime() - due);
        }
        return nanos;
    }

    private List<Long> blockData(int seconds, long begin) throws IOException, InterruptedException {
        FSDataOutputStream out = fs.create(new Path("/block-data"));
        logs.add(out);
        for (long due = 0; due < TimeUnit.SECONDS.toNanos(seconds); due += BLOCK_DATA_PERIOD) {
            OpenLoop.await(begin + due);
            out.write(new byte[BLOCK_DATA]);
        }
        out.hflush();
        return List.of();
    }

    private List<Long> close() throws IOException {
        for (FSDataOutputStream log : logs) {
            log.close();
        }
        return List.of();
    }
}
