package org.underbase.exalt.harness.load;

import java.io.IOException;
import java.util.Random;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Makes empty files with random names in one directory: a name is put anywhere among the others. */
final class FileCreator implements Client {
    private static final int BUFFER = 4096;

    private final FileSystem fs;
    private final LoadSpec spec;
    private final Bounds bounds;
    private final Counts counts;
    private final Random random;
    private final Path directory;

    FileCreator(FileSystem fs, LoadSpec spec, Bounds bounds, Counts counts, int thread) {
        this.fs = fs;
        this.spec = spec;
        this.bounds = bounds;
        this.counts = counts;
        this.random = new Random(spec.seed() * 1_000_003 + thread);
        this.directory = new Path(spec.directory());
    }

    @Override
    public void work() throws IOException {
        for (long number = bounds.next(); number >= 0; number = bounds.next()) {
            Path file = new Path(directory, Long.toHexString(random.nextLong()) + "-" + number);
            long since = System.nanoTime();
            fs.create(file, false, BUFFER, spec.replication(), spec.blockBytes())
                    .close();
            counts.operation(since);
            counts.file();
        }
    }
}
