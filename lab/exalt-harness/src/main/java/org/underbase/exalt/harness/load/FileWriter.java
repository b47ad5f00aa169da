package org.underbase.exalt.harness.load;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Client that writes files sequentially. */
final class FileWriter implements Client {
    private static final int BUFFER = 64 << 10;
    /** Maximum number of errors: a cluster that rejects all writes must not be retried forever. */
    private static final int MOST_ERRORS = 20;

    private final FileSystem fs;
    private final LoadSpec spec;
    private final Bounds bounds;
    private final Counts counts;
    private final Path directory;

    /** @param thread index of the thread, from 0 */
    FileWriter(FileSystem fs, LoadSpec spec, Bounds bounds, Counts counts, int thread) {
        this.fs = fs;
        this.spec = spec;
        this.bounds = bounds;
        this.counts = counts;
        this.directory = new Path(spec.directory(), "w" + thread);
    }

    @Override
    public void work() throws IOException {
        fs.mkdirs(directory);
        int errors = 0;
        for (long number = bounds.next(); number >= 0; number = bounds.next()) {
            try {
                write(Contents.of(number));
                counts.file();
            } catch (IOException e) {
                counts.error(e.toString());
                if (++errors == MOST_ERRORS) {
                    throw e;
                }
            }
        }
    }

    private void write(Contents contents) throws IOException {
        long since = System.nanoTime();
        FSDataOutputStream opened =
                fs.create(new Path(directory, contents.name()), false, BUFFER, spec.replication(), spec.blockBytes());
        counts.operation(since);
        byte[] buffer = new byte[(int) Math.min(BUFFER, spec.bytes())];
        try (FSDataOutputStream out = opened) {
            for (long done = 0; done < spec.bytes() && !bounds.over(); done += buffer.length) {
                int length = (int) Math.min(buffer.length, spec.bytes() - done);
                contents.fill(done, buffer, length);
                out.write(buffer, 0, length);
                counts.bytes(length);
            }
            since = System.nanoTime();
        }
        counts.operation(since);
    }
}
