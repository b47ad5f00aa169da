package org.underbase.bench.prediction.tiers;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.underbase.testbed.client.RequestLoop;

/** Client on a node. The cluster's configuration is on the class path. Executes {@link LoadRequest}s. */
public final class LoadMain {
    private LoadMain() {}

    /**
     * Executes requests until the input ends.
     *
     * @param args none
     * @throws IOException if an operation of HDFS fails
     * @throws InterruptedException if the thread is interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        RequestLoop<LoadRequest> requests = new RequestLoop<>(LoadRequest.class);
        try (FileSystem fs = FileSystem.newInstance(new Configuration())) {
            requests.run(request -> run(fs, request));
        }
    }

    private static LoadRequest.Latencies run(FileSystem fs, LoadRequest request)
            throws IOException, InterruptedException {
        // As many threads as operations are in progress: a late operation does not delay others.
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            long begin = System.nanoTime();
            List<Future<Long>> running = new ArrayList<>();
            for (LoadRequest.Operation operation : request.operations()) {
                long due = begin + operation.dueNanos();
                TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
                running.add(threads.submit(() -> {
                    execute(fs, request.kind(), new Path(operation.path()));
                    return System.nanoTime() - due;
                }));
            }
            List<Long> nanos = new ArrayList<>();
            for (Future<Long> operation : running) {
                nanos.add(operation.get());
            }
            return new LoadRequest.Latencies(nanos);
        } catch (ExecutionException e) {
            throw new IOException(e.getCause().toString(), e);
        } finally {
            threads.shutdownNow();
        }
    }

    private static void execute(FileSystem fs, LoadRequest.Kind kind, Path path) throws IOException {
        byte[] block = new byte[LoadRequest.BLOCK];
        switch (kind) {
            case WRITE -> {
                try (FSDataOutputStream out = fs.create(path)) {
                    out.write(block);
                }
            }
            case READ -> {
                try (FSDataInputStream in = fs.open(path)) {
                    in.readFully(block);
                }
            }
        }
    }
}
