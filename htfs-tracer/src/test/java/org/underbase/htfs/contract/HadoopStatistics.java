package org.underbase.htfs.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.TestDistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.underbase.htfs.APITraceDistributedFileSystem;

/**
 * Hadoop's tests of the statistics of a file system, on the traced client. They set the counters of the class
 * {@code DistributedFileSystem} to zero, and the counters of the traced client are under its own class: here these are
 * set to zero, and the tests run as they are. Like {@link HadoopContractTrace} in an execution of its own.
 */
class HadoopStatistics {
    @BeforeEach
    @SuppressWarnings("deprecation") // the counters that the tests look at
    void startAtZero() throws IOException {
        assertThat(FileSystem.getFileSystemClass(HdfsConstants.HDFS_URI_SCHEME, new Configuration()))
                .isEqualTo(APITraceDistributedFileSystem.class);
        FileSystem.getStatistics(HdfsConstants.HDFS_URI_SCHEME, APITraceDistributedFileSystem.class)
                .reset();
    }

    @Test
    void ofEachCall() throws Exception {
        new TestDistributedFileSystem().testStatistics();
    }

    @Test
    void ofThreads() throws Exception {
        new TestDistributedFileSystem().testConcurrentStatistics();
    }
}
