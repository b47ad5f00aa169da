package org.underbase.htfs.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.TestDistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.underbase.htfs.APITraceDistributedFileSystem;

/**
 * Hadoop's tests of a file system's statistics, on the traced client. The stock tests reset the counters of the class
 * {@code DistributedFileSystem}, but the traced client has counters under its own class. These are reset here before the
 * unmodified tests run. Runs in the execution {@code upstream-probe}.
 */
class HadoopStatistics {
    @BeforeEach
    @SuppressWarnings("deprecation") // the tests read these counters
    void resetCounters() throws IOException {
        assumeTrue(System.getProperty("upstream.setting").equals("traced"), "the client is not traced");
        assertThat(FileSystem.getFileSystemClass(HdfsConstants.HDFS_URI_SCHEME, new Configuration()))
                .isEqualTo(APITraceDistributedFileSystem.class);
        FileSystem.getStatistics(HdfsConstants.HDFS_URI_SCHEME, APITraceDistributedFileSystem.class)
                .reset();
    }

    @Test
    void countsPerCall() throws Exception {
        new TestDistributedFileSystem().testStatistics();
    }

    @Test
    void countsPerThread() throws Exception {
        new TestDistributedFileSystem().testConcurrentStatistics();
    }
}
