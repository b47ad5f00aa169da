package org.underbase.htfs;

import org.apache.hadoop.conf.Configuration;

/**
 * Check that a configuration attaches the tracer completely: with a traced {@code hdfs://}, the access paths outside the
 * {@code FileSystem} API should be traced too. It names HBase's classes without loading them, because HBase is optional.
 */
final class AttachmentCheck {
    static final String HDFS_IMPL = "fs.hdfs.impl";
    static final String HDFS_CONTEXT_IMPL = "fs.AbstractFileSystem.hdfs.impl";
    static final String WAL_WRITER_IMPL = "hbase.regionserver.wal.async.writer.impl";

    private static final String WAL_WRITER = "org.underbase.htfs.APITraceAsyncLogWriter";
    private static final String CONTEXT = "org.underbase.htfs.APITraceHdfs";

    private AttachmentCheck() {}

    /** Checks the configuration of a traced {@code hdfs://} file system. */
    static void ofHdfs(Configuration conf) {
        if (!names(conf, HDFS_CONTEXT_IMPL, CONTEXT)) {
            Attachments.missing(
                    Attachments.Part.FILE_CONTEXT,
                    "calls through FileContext are not recorded; set " + HDFS_CONTEXT_IMPL + "=" + CONTEXT);
        }
        if (conf.get("hbase.rootdir") != null && asynchronousWal(conf) && !names(conf, WAL_WRITER_IMPL, WAL_WRITER)) {
            Attachments.missing(
                    Attachments.Part.WAL,
                    "HBase's asynchronous WAL bypasses the file system, so that its writes are not" + " recorded; set "
                            + WAL_WRITER_IMPL + "=" + WAL_WRITER);
        }
    }

    private static boolean asynchronousWal(Configuration conf) {
        String provider = conf.get("hbase.wal.provider", "asyncfs");
        if (provider.equals("multiwal")) {
            provider = conf.get("hbase.wal.regiongrouping.delegate.provider", "asyncfs");
        }
        return !provider.equals("filesystem")
                || !conf.get("hbase.wal.meta_provider", provider).equals("filesystem");
    }

    /** Whether a key names a class or one of its subclasses. */
    private static boolean names(Configuration conf, String key, String expected) {
        String name = conf.getTrimmed(key);
        if (name == null) {
            return false;
        }
        Class<?> type = conf.getClassByNameOrNull(name);
        while (type != null && !type.getName().equals(expected)) {
            type = type.getSuperclass();
        }
        return type != null;
    }
}
