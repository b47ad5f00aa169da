package org.underbase.dist.check;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Writes a file to the default file system, syncs it, reads it back, compares and deletes it. */
final class HdfsRoundTrip {
    static final String PART = "hdfs";

    private static final int BYTES = 1 << 20;

    private final Configuration conf;
    private final Path directory;

    /** @param directory where the file is written; made when it is absent */
    HdfsRoundTrip(Configuration conf, Path directory) {
        this.conf = conf;
        this.directory = directory;
    }

    /**
     * Does the round trip.
     *
     * @return what was written, in the class of the file system that wrote it
     * @throws IOException when HDFS refuses or what is read is not what was written
     */
    Finding run() throws IOException {
        // A file system of its own: one of the cache would be closed under other users.
        try (FileSystem fs = FileSystem.newInstance(directory.toUri(), conf)) {
            fs.mkdirs(directory);
            Path file = new Path(directory, "underbase-check-" + Names.unique());
            byte[] wanted = new byte[BYTES];
            new Random(BYTES).nextBytes(wanted);
            try {
                try (FSDataOutputStream out = fs.create(file, false)) {
                    out.write(wanted);
                    out.hsync();
                }
                byte[] found = new byte[BYTES];
                try (FSDataInputStream in = fs.open(file)) {
                    in.readFully(0, found);
                }
                if (!Arrays.equals(wanted, found)) {
                    throw new IOException("what was read from " + fs.makeQualified(file) + " is not what was written");
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
