package org.underbase.bench.tiers.simulated;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.crypto.CryptoProtocolVersion;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.BlockType;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.namenode.NotReplicatedYetException;
import org.apache.hadoop.io.EnumSetWritable;
import org.apache.hadoop.ipc.Server;

/** Measured calls of a NameNode, executed as its RPC server does. */
final class Operations {
    static final long BLOCK = 1 << 20;
    private static final String CLIENT = "bench";
    private static final int ATTEMPTS = 60_000;
    private static final int PER_DIRECTORY = 10_000;
    private static final short REPLICATION = 3;
    private static final EnumSetWritable<CreateFlag> CREATE =
            new EnumSetWritable<>(EnumSet.of(CreateFlag.CREATE, CreateFlag.OVERWRITE));

    /** Timed operation. */
    @FunctionalInterface
    private interface Operation {
        void run(int number, SplittableRandom random) throws IOException, InterruptedException;
    }

    private final SimulatedCluster cluster;
    private final List<SimulatedCall> clients;
    private final DatanodeDescriptor[] nodes;
    private final Map<String, Integer> files = new HashMap<>();

    Operations(SimulatedCluster cluster) {
        this.cluster = cluster;
        this.clients = cluster.clients();
        this.nodes = cluster.namenode()
                .getNamesystem()
                .getBlockManager()
                .getDatanodeManager()
                .getDatanodes()
                .toArray(new DatanodeDescriptor[0]);
    }

    Done run(Job job) throws IOException, InterruptedException {
        return switch (job.kind()) {
            case STORAGE_POLICY -> {
                mkdirs(cluster, job.directory());
                cluster.rpc().setStoragePolicy(job.directory(), job.word());
                yield Done.empty();
            }
            case FILES -> files(job);
            case CHOOSE -> choose(job);
            case ADD_BLOCK -> addBlock(job);
            case LOCATIONS -> locations(job);
            default -> throw new IllegalArgumentException("unexpected job " + job.kind());
        };
    }

    static void mkdirs(SimulatedCluster cluster, String directory) throws IOException {
        cluster.rpc().mkdirs(directory, FsPermission.createImmutable((short) 0755), true);
    }

    static long create(SimulatedCluster cluster, String path) throws IOException {
        return cluster.rpc()
                .create(
                        path,
                        FsPermission.createImmutable((short) 0644),
                        CLIENT,
                        CREATE,
                        true,
                        REPLICATION,
                        BLOCK,
                        CryptoProtocolVersion.supported(),
                        null,
                        null)
                .getFileId();
    }

    /** Adds a block after {@code previous}, which may be null; waits for earlier replicas, as a client does. */
    static LocatedBlock addBlock(SimulatedCluster cluster, String path, long inode, LocatedBlock previous)
            throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                return cluster.rpc()
                        .addBlock(path, CLIENT, previous == null ? null : previous.getBlock(), null, inode, null, null);
            } catch (NotReplicatedYetException e) {
                pause(attempt, path);
            }
        }
    }

    static void complete(SimulatedCluster cluster, String path, long inode, LocatedBlock last)
            throws IOException, InterruptedException {
        for (int attempt = 1; !cluster.rpc().complete(path, CLIENT, last.getBlock(), inode); attempt++) {
            pause(attempt, path);
        }
    }

    /** Waits, because the NameNode processes reports of DataNodes in a separate thread. */
    private static void pause(int attempt, String path) throws IOException, InterruptedException {
        if (attempt > ATTEMPTS) {
            throw new IOException("the NameNode has not processed the replicas of " + path);
        }
        Thread.sleep(1);
    }

    private Done files(Job job) throws IOException, InterruptedException {
        mkdirs(cluster, job.directory());
        Done done = timed(job, (i, random) -> {
            String path = path(job, i);
            clients.get(random.nextInt(clients.size())).enter();
            long inode = create(cluster, path);
            LocatedBlock block = addBlock(cluster, path, inode, null);
            block.getBlock().setNumBytes(BLOCK);
            cluster.received(block);
            complete(cluster, path, inode, block);
        });
        files.put(job.directory(), job.count());
        return done;
    }

    /** Returns the path of a file. In a directory of a million files, each creation moves half a million references. */
    private static String path(Job job, int number) {
        return job.directory() + "/d" + number / PER_DIRECTORY + "/f" + number;
    }

    private Done choose(Job job) throws IOException, InterruptedException {
        BlockManager blocks = cluster.namenode().getNamesystem().getBlockManager();
        String path = path(job, 0);
        return timed(
                job,
                (i, random) -> blocks.chooseTarget4NewBlock(
                        path,
                        REPLICATION,
                        nodes[random.nextInt(nodes.length)],
                        new HashSet<>(),
                        BLOCK,
                        null,
                        HdfsConstants.HOT_STORAGE_POLICY_ID,
                        BlockType.CONTIGUOUS,
                        null,
                        EnumSet.noneOf(AddBlockFlag.class)));
    }

    private Done addBlock(Job job) throws IOException, InterruptedException {
        String directory = job.directory() + "/new";
        mkdirs(cluster, directory);
        long[] inodes = new long[job.count()];
        String[] paths = new String[job.count()];
        for (int i = 0; i < inodes.length; i++) {
            paths[i] = directory + "/f" + i;
            // HDFS takes the writer's node from the call that created the file.
            clients.get(i % clients.size()).enter();
            inodes[i] = create(cluster, paths[i]);
        }
        Server.getCurCall().remove();
        Done done = timed(job, (i, random) -> {
            clients.get(random.nextInt(clients.size())).enter();
            LocatedBlock block = addBlock(cluster, paths[i], inodes[i], null);
            if (block.getLocations().length != REPLICATION) {
                throw new IOException(block + " has too few locations");
            }
        });
        cluster.rpc().delete(directory, true);
        return done;
    }

    private Done locations(Job job) throws IOException, InterruptedException {
        int count = files.get(job.directory());
        String[] paths = new String[count];
        for (int i = 0; i < count; i++) {
            paths[i] = path(job, i);
        }
        return timed(job, (i, random) -> {
            clients.get(random.nextInt(clients.size())).enter();
            if (cluster.rpc()
                            .getBlockLocations(paths[random.nextInt(count)], 0, BLOCK)
                            .getLocatedBlocks()
                            .size()
                    != 1) {
                throw new IOException("a file has no block");
            }
        });
    }

    private static Done timed(Job job, Operation operation) throws IOException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(job.threads());
        AtomicLong cpu = new AtomicLong();
        try {
            List<Future<?>> running = new ArrayList<>();
            long start = System.nanoTime();
            for (int thread = 0; thread < job.threads(); thread++) {
                int first = thread;
                running.add(threads.submit(() -> {
                    SplittableRandom random = new SplittableRandom(job.seed() + first);
                    for (int i = first; i < job.count(); i += job.threads()) {
                        operation.run(i, random);
                    }
                    Server.getCurCall().remove();
                    return cpu.addAndGet(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
                }));
            }
            for (Future<?> future : running) {
                future.get();
            }
            return new Done(job.count(), System.nanoTime() - start, cpu.get(), Map.of());
        } catch (ExecutionException e) {
            throw new IOException(job.kind() + " failed: " + e.getCause(), e);
        } finally {
            threads.shutdownNow();
        }
    }
}
