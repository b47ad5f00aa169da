package org.underbase.bench.tiers.io;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;

/** Execution of a phase by one client; each thread takes the next file, as each of TestDFSIO's tasks processes one. */
final class Transfers {
    private static final int REQUEST = 64 << 10;
    private static final short REPLICATION = 3;

    private final FileSystem fs;
    private final Phase phase;
    private final String host;
    private final Set<String> rack;
    private final AtomicInteger next = new AtomicInteger();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder localBytes = new LongAdder();
    private final LongAdder rackBytes = new LongAdder();
    private final LongAdder files = new LongAdder();
    private final DoubleAdder rates = new DoubleAdder();
    private final long begin = System.nanoTime();
    private final long from;
    private final long until;

    /** @param hosts name of the node, then names of the other nodes on its rack */
    Transfers(FileSystem fs, Phase phase, String[] hosts) {
        this.fs = fs;
        this.phase = phase;
        this.host = hosts[0];
        this.rack = Set.of(hosts);
        this.from = begin + TimeUnit.MILLISECONDS.toNanos(phase.skipMillis());
        this.until =
                phase.countMillis() == 0 ? Long.MAX_VALUE : from + TimeUnit.MILLISECONDS.toNanos(phase.countMillis());
    }

    Moved run() throws IOException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(phase.threads());
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int thread = 0; thread < phase.threads(); thread++) {
                running.add(threads.submit(this::work));
            }
            for (Future<?> future : running) {
                future.get();
            }
        } catch (ExecutionException e) {
            throw new IOException(e.getCause().toString(), e);
        } finally {
            threads.shutdownNow();
        }
        long end = Math.min(System.nanoTime(), until);
        return new Moved(bytes.sum(), end - from, localBytes.sum(), rackBytes.sum(), files.sum(), rates.sum());
    }

    private Void work() throws IOException {
        byte[] buffer = new byte[REQUEST];
        for (int file = next.getAndIncrement();
                file < phase.files().size() && System.nanoTime() < until;
                file = next.getAndIncrement()) {
            Path path = new Path(phase.files().get(file));
            long start = System.nanoTime();
            long done = phase.write() ? write(path, buffer) : read(path, buffer);
            files.increment();
            rates.add(done * 1e9 / (System.nanoTime() - start));
        }
        return null;
    }

    private boolean counts() {
        long now = System.nanoTime();
        return now >= from && now < until;
    }

    private long write(Path path, byte[] buffer) throws IOException {
        try (FSDataOutputStream out = fs.create(path, true, REQUEST, REPLICATION, fs.getDefaultBlockSize(path))) {
            for (long done = 0; done < phase.fileBytes(); done += REQUEST) {
                out.write(buffer);
            }
        }
        bytes.add(phase.fileBytes());
        return phase.fileBytes();
    }

    private long read(Path path, byte[] buffer) throws IOException {
        long done = 0;
        try (FSDataInputStream in = fs.open(path)) {
            for (; done < phase.fileBytes() && System.nanoTime() < until; done += REQUEST) {
                in.readFully(buffer);
                if (counts()) {
                    count(((HdfsDataInputStream) in).getCurrentDatanode());
                }
            }
        }
        return done;
    }

    private void count(DatanodeInfo from) {
        bytes.add(REQUEST);
        // Null at the end of a block.
        if (from != null && from.getHostName().equals(host)) {
            localBytes.add(REQUEST);
        } else if (from != null && rack.contains(from.getHostName())) {
            rackBytes.add(REQUEST);
        }
    }
}
