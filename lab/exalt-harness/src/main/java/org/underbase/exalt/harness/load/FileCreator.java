package org.underbase.exalt.harness.load;

import java.io.IOException;
import java.util.Random;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Client that creates empty files or directories with random names, so that a name is inserted anywhere in its directory. */
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
            Path parent = spec.spread() == 1 ? directory : new Path(directory, "d" + random.nextInt(spec.spread()));
            Path path = new Path(parent, Long.toHexString(random.nextLong()) + "-" + number);
            long since = System.nanoTime();
            if (spec.kind() == LoadSpec.Kind.MKDIR) {
                fs.mkdirs(path);
            } else {
                fs.create(path, false, BUFFER, spec.replication(), spec.blockBytes())
                        .close();
            }
            counts.operation(since);
            counts.file();
        }
    }
}
