package org.underbase.htfs;

import org.apache.hadoop.conf.Configuration;

/**
 * Looks in a configuration for attachments that belong together: whoever traces {@code hdfs://} wants what goes to HDFS
 * past the {@code FileSystem} API as well. HBase's classes are named and never loaded here, since HBase is optional.
 */
final class AttachmentCheck {
    static final String HDFS_IMPL = "fs.hdfs.impl";
    static final String HDFS_CONTEXT_IMPL = "fs.AbstractFileSystem.hdfs.impl";
    static final String WAL_WRITER_IMPL = "hbase.regionserver.wal.async.writer.impl";

    private static final String WAL_WRITER = "org.underbase.htfs.APITraceAsyncLogWriter";
    private static final String CONTEXT = "org.underbase.htfs.APITraceHdfs";

    private AttachmentCheck() {}

    /** What a traced {@code hdfs://} file system sees when it is opened. */
    static void ofHdfs(Configuration conf) {
        if (!names(conf, HDFS_CONTEXT_IMPL, CONTEXT)) {
            Attachments.missing(
                    Attachments.Part.FILE_CONTEXT,
                    "calls through FileContext are not recorded; set " + HDFS_CONTEXT_IMPL + "=" + CONTEXT);
        }
        if (conf.get("hbase.rootdir") != null && asynchronousWal(conf) && !names(conf, WAL_WRITER_IMPL, WAL_WRITER)) {
            Attachments.missing(
                    Attachments.Part.WAL,
                    "HBase's asynchronous WAL goes to the DataNodes past every file system, so its writes are not"
                            + " recorded; set " + WAL_WRITER_IMPL + "=" + WAL_WRITER);
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

    /** Whether {@code key} names {@code wanted} or one of its subclasses. */
    private static boolean names(Configuration conf, String key, String wanted) {
        String name = conf.getTrimmed(key);
        if (name == null) {
            return false;
        }
        Class<?> type = conf.getClassByNameOrNull(name);
        while (type != null && !type.getName().equals(wanted)) {
            type = type.getSuperclass();
        }
        return type != null;
    }
}
