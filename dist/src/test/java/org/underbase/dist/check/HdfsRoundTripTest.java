package org.underbase.dist.check;

import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HdfsRoundTripTest {
    /** File system whose streams fail like those of HDFS without a DataNode: write and close throw the same exception. */
    public static final class FailingFileSystem extends RawLocalFileSystem {
        @Override
        public URI getUri() {
            return URI.create("failing:///");
        }

        @Override
        public FSDataOutputStream create(Path file, boolean overwrite) throws IOException {
            IOException failure = new IOException("no DataNode");
            return new FSDataOutputStream(
                    new OutputStream() {
                        @Override
                        public void write(int value) throws IOException {
                            throw failure;
                        }

                        @Override
                        public void close() throws IOException {
                            throw failure;
                        }
                    },
                    null);
        }
    }

    @Test
    void theCauseOfAFailedWriteIsReported(@TempDir java.nio.file.Path directory) {
        Configuration conf = new Configuration();
        conf.setClass("fs.failing.impl", FailingFileSystem.class, org.apache.hadoop.fs.FileSystem.class);
        HdfsRoundTrip roundTrip = new HdfsRoundTrip(conf, new Path("failing://" + directory));
        assertThatIOException().isThrownBy(roundTrip::run).withMessage("no DataNode");
    }
}
