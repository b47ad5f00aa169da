package org.underbase.testbed;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Writer of HDFS files for tests. */
final class HdfsFiles {
    private HdfsFiles() {}

    static void write(FileSystem fs, Path path, byte[] bytes) throws IOException {
        try (FSDataOutputStream out = fs.create(path)) {
            out.write(bytes);
        }
    }
}
