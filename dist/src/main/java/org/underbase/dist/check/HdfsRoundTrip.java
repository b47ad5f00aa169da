package org.underbase.dist.check;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Round trip through the default file system: writes, syncs, reads, compares and deletes a file. */
final class HdfsRoundTrip {
    static final String PART = "hdfs";

    private static final int BYTES = 1 << 20;

    private final Configuration conf;
    private final Path directory;

    /** @param directory parent of the file; created if it is missing */
    HdfsRoundTrip(Configuration conf, Path directory) {
        this.conf = conf;
        this.directory = directory;
    }

    /**
     * Runs the round trip.
     *
     * @return result with the number of bytes and replicas and the class of the file system
     * @throws IOException if HDFS fails or returns other bytes than were written
     */
    Finding run() throws IOException {
        // A new instance: closing a cached one would close it for its other users.
        try (FileSystem fs = FileSystem.newInstance(directory.toUri(), conf)) {
            fs.mkdirs(directory);
            Path file = new Path(directory, "underbase-check-" + Names.unique());
            byte[] wanted = new byte[BYTES];
            new Random(BYTES).nextBytes(wanted);
            try {
                // No try-with-resources: after a failed write, HDFS's close throws the same exception, which cannot
                // suppress itself.
                FSDataOutputStream out = fs.create(file, false);
                out.write(wanted);
                out.hsync();
                out.close();
                byte[] found = new byte[BYTES];
                try (FSDataInputStream in = fs.open(file)) {
                    in.readFully(0, found);
                }
                if (!Arrays.equals(wanted, found)) {
                    throw new IOException(
                            "the bytes read from " + fs.makeQualified(file) + " differ from the bytes written");
                }
                return Finding.ok(
                        PART,
                        String.format(
                                "wrote and read %d bytes, %d replicas, at %s by %s",
                                BYTES,
                                fs.getFileStatus(file).getReplication(),
                                fs.makeQualified(directory),
                                fs.getClass().getName()));
            } finally {
                fs.delete(file, false);
            }
        }
    }
}
