package org.underbase.bench.tiers.io;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.underbase.tier.client.RetrievalScope;

/** Execution of a phase by one client; each thread takes the next task. */
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
    private final Queue<TaskTime> tasks = new ConcurrentLinkedQueue<>();
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
        return new Moved(bytes.sum(), end - from, localBytes.sum(), rackBytes.sum(), List.copyOf(tasks));
    }

    private Void work() throws IOException {
        if (!phase.retrieval().isEmpty()) {
            // For the rest of this thread.
            RetrievalScope.open(phase.retrieval(), fs.getConf());
        }
        byte[] buffer = new byte[REQUEST];
        for (int task = next.getAndIncrement();
                task < phase.tasks().size() && System.nanoTime() < until;
                task = next.getAndIncrement()) {
            tasks.add(run(phase.tasks().get(task), buffer));
        }
        return null;
    }

    private TaskTime run(Task task, byte[] buffer) throws IOException {
        return switch (phase.kind()) {
            case WRITE -> write(task, buffer, EnumSet.of(CreateFlag.CREATE, CreateFlag.OVERWRITE));
            case WRITE_SYNCED ->
                write(task, buffer, EnumSet.of(CreateFlag.CREATE, CreateFlag.OVERWRITE, CreateFlag.SYNC_BLOCK));
            case READ -> read(task, buffer);
            case LOCATE -> locate(task);
        };
    }

    private boolean counts() {
        long now = System.nanoTime();
        return now >= from && now < until;
    }

    private TaskTime write(Task task, byte[] buffer, EnumSet<CreateFlag> flags) throws IOException {
        Path path = new Path(task.path());
        FSDataOutputStream created = fs.create(
                path, FsPermission.getFileDefault(), flags, REQUEST, REPLICATION, fs.getDefaultBlockSize(path), null);
        long start = System.nanoTime();
        try (FSDataOutputStream out = created) {
            for (long done = 0; done < task.bytes(); done += REQUEST) {
                out.write(buffer);
            }
        }
        bytes.add(task.bytes());
        return time(task.bytes(), start);
    }

    private TaskTime time(long done, long start) {
        return new TaskTime(done, start - begin, System.nanoTime() - start, List.of());
    }

    private TaskTime read(Task task, byte[] buffer) throws IOException {
        long done = 0;
        DatanodeInfo from = null;
        try (FSDataInputStream in = fs.open(new Path(task.path()))) {
            long start = System.nanoTime();
            in.seek(task.offset());
            for (; done < task.bytes() && System.nanoTime() < until; done += REQUEST) {
                in.readFully(buffer);
                DatanodeInfo current = ((HdfsDataInputStream) in).getCurrentDatanode();
                // Null at the end of a block.
                from = current == null ? from : current;
                if (counts()) {
                    count(from);
                }
            }
            return time(done, start);
        }
    }

    private TaskTime locate(Task task) throws IOException {
        List<String> hosts = new ArrayList<>();
        for (BlockLocation block : fs.getFileBlockLocations(new Path(task.path()), task.offset(), task.bytes())) {
            hosts.addAll(List.of(block.getHosts()));
        }
        return new TaskTime(0, 0, 0, hosts);
    }

    private void count(DatanodeInfo from) {
        bytes.add(REQUEST);
        if (from != null && from.getHostName().equals(host)) {
            localBytes.add(REQUEST);
        } else if (from != null && rack.contains(from.getHostName())) {
            rackBytes.add(REQUEST);
        }
    }
}
