package org.underbase.analysis.access;

import java.io.Closeable;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Accesses of all files, in partitions of the files. Their data is in memory up to a limit, beyond it in temporary files.
 * Thread-safe.
 */
public final class AccessStore implements ChunkSink, Closeable {
    /** Number of partitions: more than threads, few enough that each has large writes. */
    public static final int PARTITIONS = 64;

    /** Number of accesses to a file whose history may need hundreds of megabytes. */
    private static final long LARGE = 10_000_000;

    /** Part of the memory for encoders of all threads. */
    private static final int ENCODERS = 4;

    private final List<Partition> partitions = new ArrayList<>();
    private final AtomicLong inMemory = new AtomicLong();
    private final AtomicLong spilled = new AtomicLong();
    private final TempDirectory directory;
    private final SpillSpace space;
    private final long memory;
    private final int threads;

    /**
     * Creates an empty store.
     *
     * @param directory directory of the temporary files, which the store closes
     * @param memory limit of the data in memory, in bytes
     * @param threads number of threads that add accesses, at least 1
     */
    public AccessStore(TempDirectory directory, long memory, int threads) {
        this(directory, memory, threads, directory::usableBytes);
    }

    AccessStore(TempDirectory directory, long memory, int threads, SpillSpace.Free free) {
        this.directory = directory;
        this.space = new SpillSpace(directory.path().getParent(), free);
        this.memory = memory;
        this.threads = threads;
        for (int i = 0; i < PARTITIONS; i++) {
            partitions.add(new Partition(directory.path().resolve("partition-" + i)));
        }
    }

    @Override
    public long encoderBytes() {
        return Math.max(1 << 16, memory / ENCODERS / threads);
    }

    /** Returns the partition of a file. */
    public static int partition(int file) {
        return file % PARTITIONS;
    }

    @Override
    public void add(Chunk chunk) throws IOException {
        partitions.get(partition(chunk.file())).add(chunk);
        if (inMemory.addAndGet(chunk.size()) > memory - memory / ENCODERS) {
            spill();
        }
    }

    /** Writes all accesses of a partition, for {@link #read}. */
    public void write(int number, DataOutput out) throws IOException {
        partitions.get(number).write(out);
    }

    /** Adds the accesses of a partition. */
    public void read(DataInput in) throws IOException {
        for (int left = in.readInt(); left > 0; left--) {
            add(Chunk.read(in));
        }
    }

    private synchronized void spill() throws IOException {
        if (inMemory.get() <= memory - memory / ENCODERS) {
            return;
        }
        space.check(inMemory.get());
        for (Partition partition : partitions) {
            long freed = partition.spill();
            inMemory.addAndGet(-freed);
            spilled.addAndGet(freed);
        }
    }

    /** Returns the bytes that were written to temporary files. */
    public long spilledBytes() {
        return spilled.get();
    }

    /** Receiver of the accesses of one file. */
    public interface Files {
        /** Begins the next file; keys ascend. Returns the receiver of its accesses. */
        Consumer<Access> begin(int file) throws IOException;

        /** Ends the file. */
        void end();

        /** Receives the number of accesses to the next file, if it is so large that it needs much memory. */
        default void large(int file, long accesses) {}
    }

    /**
     * Passes the accesses of the files of one partition, each file once and in the order of time. It includes files without
     * accesses, and removes the accesses from the store.
     *
     * @param number number of the partition
     * @param files number of all files
     * @param sink receives the files
     */
    public void forEach(int number, int files, Files sink) throws IOException {
        Partition partition = partitions.get(number);
        List<Chunk> chunks = partition.sorted();
        int from = 0;
        for (int file = number; file < files; file += PARTITIONS) {
            int to = from;
            while (to < chunks.size() && chunks.get(to).file() == file) {
                to++;
            }
            List<Chunk> ofFile = chunks.subList(from, to);
            long accesses = ofFile.stream().mapToLong(Chunk::count).sum();
            if (accesses > LARGE) {
                sink.large(file, accesses);
            }
            new FileAccesses(ofFile, partition).forEach(sink.begin(file));
            sink.end();
            from = to;
        }
    }

    @Override
    public void close() throws IOException {
        try {
            for (Partition partition : partitions) {
                partition.close();
            }
        } finally {
            directory.close();
        }
    }
}
