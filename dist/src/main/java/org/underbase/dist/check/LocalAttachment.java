package org.underbase.dist.check;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** Whether the configuration of the caller attaches the tracer to {@code hdfs://}. */
final class LocalAttachment {
    static final String PART = "tracer here";

    private static final String TRACED = "org.underbase.htfs.APITraceDistributedFileSystem";

    private LocalAttachment() {}

    /**
     * Looks at the file system that the configuration gives.
     *
     * @return failed when the class of the file system is not the one configured; unknown when none is configured
     * @throws IOException when the file system cannot be made
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

    /** Whether the configuration asks for the tracer at all. */
    static boolean wanted(Configuration conf) {
        return conf.getTrimmed("fs.hdfs.impl", "").startsWith("org.underbase.htfs.");
    }
}
