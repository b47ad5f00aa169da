package org.underbase.analysis.access;

import java.io.Closeable;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * Accesses of one file at a time, whose chunks arrive sorted by file. The data of a file is in memory up to a limit, beyond it
 * in a temporary file. One thread at a time.
 */
public final class FileMerge implements Closeable {
    private final TempDirectory directory;
    private final Partition partition;
    private final long memory;
    private long inMemory;

    /**
     * @param directory directory of the temporary file, which the merge closes
     * @param memory limit of the data in memory, in bytes
     */
    public FileMerge(TempDirectory directory, long memory) {
        this.directory = directory;
        this.partition = new Partition(directory.path().resolve("file"));
        this.memory = memory;
    }

    /** Adds accesses to the current file. */
    public void add(Chunk chunk) throws IOException {
        partition.add(chunk);
        inMemory += chunk.size();
        if (inMemory > memory) {
            inMemory -= partition.spill();
        }
    }

    /** Passes all accesses of the current file in the order of time, and begins another file. */
    public void end(Consumer<Access> sink) throws IOException {
        new FileAccesses(partition.sorted(), partition).forEach(sink);
        partition.reset();
        inMemory = 0;
    }

    @Override
    public void close() throws IOException {
        try {
            partition.close();
        } finally {
            directory.close();
        }
    }
}
