package org.underbase.bench.combinedlog.cluster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.underbase.bench.combinedlog.load.ClosedLoop;
import org.underbase.bench.combinedlog.load.PacedLoop;
import org.underbase.bench.combinedlog.load.Task;
import org.underbase.bench.combinedlog.load.Timings;
import org.underbase.testbed.Daemon;

/** Open files of a cluster that are appended to as WALs are: 1 KB, then hsync or hflush. */
public final class Logs implements AutoCloseable {
    private static final int APPEND_BYTES = 1024;
    private static final int BUFFER_BYTES = 4096;

    private final List<FSDataOutputStream> open = new ArrayList<>();
    private final DistributedFileSystem fs;
    private final Call call;

    /**
     * Opens files.
     *
     * @param replicas 1: all on the DataNode of the first node; else of each file that many
     * @param logs how many
     * @throws IOException when one cannot be written or its replicas are elsewhere
     */
    public Logs(LogCluster cluster, Call call, int replicas, int logs) throws IOException {
        this.fs = cluster.fs();
        this.call = call;
        Daemon first = cluster.dataNode("n1");
        String host = first.address().substring(0, first.address().indexOf(':'));
        InetSocketAddress favored =
                new InetSocketAddress(host, first.port("data").orElseThrow());
        try {
            for (int number = 0; number < logs; number++) {
                Path path = new Path("/logs/" + call.title() + "-" + replicas + "-" + number);
                open.add(create(path, replicas, favored));
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private FSDataOutputStream create(Path path, int replicas, InetSocketAddress favored) throws IOException {
        DistributedFileSystem.HdfsDataOutputStreamBuilder builder = fs.createFile(path)
                .recursive()
                .replication((short) replicas)
                .blockSize(LogCluster.BLOCK_BYTES)
                .bufferSize(BUFFER_BYTES);
        FSDataOutputStream out =
                (replicas == 1 ? builder.favoredNodes(new InetSocketAddress[] {favored}) : builder).build();
        try {
            out.write(new byte[APPEND_BYTES]);
            out.hflush();
            check(path, replicas, favored);
            return out;
        } catch (IOException | RuntimeException e) {
            out.close();
            throw e;
        }
    }

    /** What is measured is one DataNode, or three: not what the NameNode found better. */
    private void check(Path path, int replicas, InetSocketAddress favored) throws IOException {
        BlockLocation[] blocks = fs.getFileBlockLocations(path, 0, Long.MAX_VALUE);
        String wanted = favored.getHostString() + ":" + favored.getPort();
        boolean right = blocks.length == 1
                && blocks[0].getNames().length == replicas
                && (replicas > 1 || blocks[0].getNames()[0].equals(wanted));
        if (!right) {
            throw new IOException("the replicas of " + path + " are not where they should be: " + List.of(blocks)
                    + ", not " + wanted);
        }
    }

    /**
     * Appends to the first {@code logs} of them at the same time.
     *
     * @param skip time that does not count
     * @param count time that counts
     * @throws IOException when an append fails
     * @throws InterruptedException when interrupted
     */
    public Timings append(int logs, Duration skip, Duration count) throws IOException, InterruptedException {
        return ClosedLoop.run(
                IntStream.range(0, logs)
                        .mapToObj(number -> task(open.get(number)))
                        .toList(),
                skip,
                count);
    }

    /**
     * Appends to all of them at the same time, to each once in a period.
     *
     * @param period of each log
     * @param skip time that does not count
     * @param count time that counts
     * @throws IOException when an append fails
     * @throws InterruptedException when interrupted
     */
    public Timings appendPaced(Duration period, Duration skip, Duration count)
            throws IOException, InterruptedException {
        return PacedLoop.run(open.stream().map(this::task).toList(), period, skip, count);
    }

    private Task task(FSDataOutputStream out) {
        byte[] bytes = new byte[APPEND_BYTES];
        return () -> {
            out.write(bytes);
            call.on(out);
        };
    }

    /** Closes and deletes them. */
    @Override
    public void close() throws IOException {
        for (FSDataOutputStream out : open) {
            out.close();
        }
        fs.delete(new Path("/logs"), true);
    }
}
