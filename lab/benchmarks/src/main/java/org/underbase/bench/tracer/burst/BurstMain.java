package org.underbase.bench.tracer.burst;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.conf.Configuration;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.record.StreamRef;
import org.underbase.htfs.record.ThreadTrace;
import org.underbase.htfs.record.Tracer;

/** One burst: {@code BurstMain TRACE_DIRECTORY THREADS EVENTS_PER_THREAD}. Prints its length in nanoseconds. */
public final class BurstMain {
    private static final int LENGTH = 4096;

    private BurstMain() {}

    /** Records the events and writes those that were not lost. */
    public static void main(String[] args) throws IOException, InterruptedException {
        int threads = Integer.parseInt(args[1]);
        int events = Integer.parseInt(args[2]);
        Configuration conf = new Configuration(false);
        conf.set("underbase.trace.dir", args[0]);
        try (Tracer tracer = Tracer.start(conf)) {
            CountDownLatch go = new CountDownLatch(1);
            List<Thread> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                StreamRef stream = tracer.stream(tracer.file("/burst/" + i));
                Thread thread = new Thread(() -> record(tracer, stream, events, go), "burst-" + i);
                thread.start();
                running.add(thread);
            }
            long start = System.nanoTime();
            go.countDown();
            for (Thread thread : running) {
                thread.join();
            }
            long nanos = System.nanoTime() - start;
            if (!tracer.flush()) {
                throw new IOException("the tracer did not write its events");
            }
            System.out.println(nanos);
        }
    }

    private static void record(Tracer tracer, StreamRef stream, int events, CountDownLatch go) {
        ThreadTrace trace = tracer.here();
        try {
            go.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        for (int i = 0; i < events; i++) {
            trace.exit(trace.enter(), Call.PREAD, stream, (long) i * LENGTH, LENGTH, LENGTH);
        }
    }
}
