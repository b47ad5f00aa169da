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
import org.underbase.bench.combinedlog.load.OpenLoop;
import org.underbase.bench.combinedlog.load.Task;
import org.underbase.bench.combinedlog.load.Timings;
import org.underbase.testbed.Daemon;

/** Open files with the load of WALs: append of 1 KiB, then hsync or hflush. */
public final class Logs implements AutoCloseable {
    /** Directory of all files. */
    public static final Path ROOT = new Path("/logs");

    /** Bytes of an append. */
    public static final int APPEND_BYTES = 1024;

    private static final int BUFFER_BYTES = 4096;

    private final List<FSDataOutputStream> open = new ArrayList<>();
    private final DistributedFileSystem fs;
    private final Call call;
    private final Path directory;

    /**
     * Opens files.
     *
     * @param cluster cluster of the files
     * @param call call that completes an append
     * @param replicas replicas per file; with 1, all are on the DataNode of the first node
     * @param logs number of files
     * @throws IOException if a file cannot be written or its replicas are on other DataNodes
     */
    public Logs(LogCluster cluster, Call call, int replicas, int logs) throws IOException {
        this.fs = cluster.fs();
        this.call = call;
        this.directory = new Path(ROOT, call.title() + "-" + replicas);
        Daemon first = cluster.dataNode("n1");
        String host = first.address().substring(0, first.address().indexOf(':'));
        InetSocketAddress favored =
                new InetSocketAddress(host, first.port("data").orElseThrow());
        try {
            for (int number = 0; number < logs; number++) {
                open.add(create(new Path(directory, Integer.toString(number)), replicas, favored));
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

    /** Checks that the NameNode placed the replicas as the measurement requires. */
    private void check(Path path, int replicas, InetSocketAddress favored) throws IOException {
        BlockLocation[] blocks = fs.getFileBlockLocations(path, 0, Long.MAX_VALUE);
        String expected = favored.getHostString() + ":" + favored.getPort();
        boolean right = blocks.length == 1
                && blocks[0].getNames().length == replicas
                && (replicas > 1 || blocks[0].getNames()[0].equals(expected));
        if (!right) {
            throw new IOException("unexpected replicas of " + path + ": " + List.of(blocks) + ", expected "
                    + (replicas == 1 ? expected : replicas + " replicas"));
        }
    }

    /**
     * Appends to files concurrently in a closed loop.
     *
     * @param logs number of files
     * @param skip warm-up, which is not measured
     * @param count measured time
     * @throws IOException if an append fails
     * @throws InterruptedException if the thread is interrupted
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
     * Appends to all files concurrently in an open loop.
     *
     * @param period interval between appends to a file
     * @param skip warm-up, which is not measured
     * @param count measured time
     * @throws IOException if an append fails
     * @throws InterruptedException if the thread is interrupted
     */
    public Timings appendPeriodically(Duration period, Duration skip, Duration count)
            throws IOException, InterruptedException {
        return OpenLoop.run(open.stream().map(this::task).toList(), period, skip, count);
    }

    private Task task(FSDataOutputStream out) {
        byte[] bytes = new byte[APPEND_BYTES];
        return () -> {
            out.write(bytes);
            call.on(out);
        };
    }

    /** Closes and deletes the files. */
    @Override
    public void close() throws IOException {
        for (FSDataOutputStream out : open) {
            out.close();
        }
        fs.delete(directory, true);
    }
}
