package org.underbase.bench.tracer.hdfs;

import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Executes requests by the public file-system API. A slice has at least one call. */
final class Load {
    private final FileSystem fs;

    Load(FileSystem fs) {
        this.fs = fs;
    }

    /** Executes a request; the result lacks the CPU time. */
    Slice run(Request request) throws IOException, InterruptedException {
        return switch (request.operation()) {
            case WRITE -> write(request);
            case READ -> read(request);
            case PREAD -> pread(request);
        };
    }

    /** Writes a file for reads and returns its length. */
    long prepare(String path, long bytes) throws IOException {
        byte[] buffer = bytes(Operation.WRITE.callBytes());
        try (FSDataOutputStream out = fs.create(new Path(path), true)) {
            for (long at = 0; at < bytes; at += buffer.length) {
                out.write(buffer, 0, (int) Math.min(buffer.length, bytes - at));
            }
        }
        return fs.getFileStatus(new Path(path)).getLen();
    }

    private Slice write(Request request) throws IOException {
        byte[] buffer = bytes(request.operation().callBytes());
        Path path = new Path(request.path());
        long calls = 0;
        long start = System.nanoTime();
        long inFile = request.maxBytes();
        FSDataOutputStream out = null;
        try {
            do {
                if (inFile >= request.maxBytes()) {
                    if (out != null) {
                        out.close();
                    }
                    out = fs.create(path, true);
                    inFile = 0;
                }
                out.write(buffer, 0, buffer.length);
                inFile += buffer.length;
                calls++;
            } while (System.nanoTime() - start < request.nanos());
        } finally {
            if (out != null) {
                out.close();
            }
        }
        long wall = System.nanoTime() - start;
        fs.delete(path, false);
        return new Slice(calls, calls * buffer.length, wall, 0);
    }

    private Slice read(Request request) throws IOException {
        byte[] buffer = new byte[request.operation().callBytes()];
        Path path = new Path(request.path());
        long calls = 0;
        long bytes = 0;
        long start = System.nanoTime();
        do {
            try (FSDataInputStream in = fs.open(path)) {
                int count;
                do {
                    count = in.read(buffer, 0, buffer.length);
                    calls++;
                    bytes += Math.max(0, count);
                } while (count >= 0 && System.nanoTime() - start < request.nanos());
            }
        } while (System.nanoTime() - start < request.nanos());
        return new Slice(calls, bytes, System.nanoTime() - start, 0);
    }

    private Slice pread(Request request) throws IOException, InterruptedException {
        Path path = new Path(request.path());
        long length = fs.getFileStatus(path).getLen();
        int callBytes = request.operation().callBytes();
        if (length < callBytes) {
            throw new EOFException("file " + path + " is too short: " + length + " bytes");
        }
        int threads = request.operation().threads();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        SplittableRandom seeds = new SplittableRandom(request.seed());
        long start = System.nanoTime();
        try (FSDataInputStream in = fs.open(path)) {
            List<Future<Long>> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                SplittableRandom offsets = seeds.split();
                running.add(pool.submit(() -> {
                    byte[] buffer = new byte[callBytes];
                    long calls = 0;
                    do {
                        in.readFully(offsets.nextLong(length - callBytes + 1), buffer, 0, callBytes);
                        calls++;
                    } while (System.nanoTime() - start < request.nanos());
                    return calls;
                }));
            }
            long calls = 0;
            for (Future<Long> one : running) {
                calls += one.get();
            }
            return new Slice(calls, calls * callBytes, System.nanoTime() - start, 0);
        } catch (ExecutionException e) {
            throw new IOException("reading " + path + " failed: " + e.getCause(), e);
        } finally {
            pool.shutdownNow();
        }
    }

    /** Creates incompressible bytes, the same in every client. */
    private static byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        new SplittableRandom(1).nextBytes(bytes);
        return bytes;
    }
}
