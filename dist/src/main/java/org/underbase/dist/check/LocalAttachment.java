package org.underbase.dist.check;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** State of the tracer for {@code hdfs://} in this process. */
final class LocalAttachment {
    static final String PART = "tracer here";

    private static final String TRACED = "org.underbase.htfs.APITraceDistributedFileSystem";

    private LocalAttachment() {}

    /**
     * Checks the file system that the configuration selects.
     *
     * @return failed if the file system has another class than the configured one; unknown if the tracer is not configured
     * @throws IOException if the file system cannot be created
     */
    static Finding of(Configuration conf) throws IOException {
        String wanted = conf.getTrimmed("fs.hdfs.impl", "");
        if (!wanted.equals(TRACED)) {
            return Finding.unknown(PART, "not configured: fs.hdfs.impl is not " + TRACED);
        }
        URI hdfs = FileSystem.getDefaultUri(conf);
        if (!"hdfs".equals(hdfs.getScheme())) {
            return Finding.unknown(PART, "fs.defaultFS is " + hdfs + ", not HDFS");
        }
        try (FileSystem fs = FileSystem.newInstance(hdfs, conf)) {
            String found = fs.getClass().getName();
            return found.equals(TRACED)
                    ? Finding.ok(PART, "hdfs:// is " + found)
                    : Finding.failed(PART, "hdfs:// is " + found + " although fs.hdfs.impl is " + wanted);
        }
    }

    /** Whether the configuration enables the tracer. */
    static boolean wanted(Configuration conf) {
        return conf.getTrimmed("fs.hdfs.impl", "").startsWith("org.underbase.htfs.");
    }
}
