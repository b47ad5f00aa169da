package org.underbase.htfs;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.ReflectionUtils;
import org.slf4j.Logger;
import org.underbase.htfs.filter.TracedFilterFileSystem;
import org.underbase.htfs.record.Tracer;
import org.underbase.htfs.record.TracerLog;

/**
 * The traced filter over the file system of any scheme. Attach it with
 * {@code fs.SCHEME.impl=org.underbase.htfs.APITraceFileSystem}. {@link #UNDERLYING_OF_SCHEME} names the inner class,
 * otherwise {@link #UNDERLYING}, otherwise it is Hadoop's default for the scheme. The inner class may be another filter.
 * This class is also a wrapper for {@code hbase.fs.wrapper}.
 *
 * <p>For {@code hdfs://} use {@link APITraceDistributedFileSystem}. A filter is not a DistributedFileSystem; without that
 * class HBase writes its WAL differently, sets no favored nodes and has no locality.
 *
 * <p>{@code FileSystem.getLocal} casts the file system of {@code file://} to {@code LocalFileSystem}, which a filter is
 * not. Set {@code fs.file.impl} only in processes that do not call it; other processes wrap the local file system
 * explicitly, or through {@code hbase.fs.wrapper}.
 *
 * <p>It requires Hadoop 3.4.1, because earlier releases lack the class {@code BulkDelete}.
 *
 * <p>As thread-safe as the inner class.
 */
public class APITraceFileSystem extends TracedFilterFileSystem {
    private static final Logger LOG = TracerLog.of(APITraceFileSystem.class);

    /** Key that names the default inner class of all schemes. */
    public static final String UNDERLYING = "fs.apitrace.underlyingfs.impl";

    /** Key that names the inner class of one scheme, which replaces {@code %s}. */
    public static final String UNDERLYING_OF_SCHEME = "fs.apitrace.underlyingfs.%s.impl";

    /** Creates an uninitialized file system, for {@link FileSystem}. */
    public APITraceFileSystem() {}

    /** Creates a filter over an initialized file system, for {@code hbase.fs.wrapper}. */
    public APITraceFileSystem(FileSystem inner, Configuration conf) throws IOException {
        super(inner);
        attach(conf);
    }

    @Override
    public void initialize(URI uri, Configuration conf) throws IOException {
        Class<? extends FileSystem> type = underlying(uri.getScheme(), conf);
        FileSystem inner;
        try {
            inner = ReflectionUtils.newInstance(type, conf);
        } catch (RuntimeException e) {
            Throwable cause = e;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            throw new IOException(
                    "cannot create " + type.getName() + ", the inner file system for " + uri.getScheme() + "://: "
                            + cause,
                    e);
        }
        // Initialize the inner one first: the first caller owns the statistics of the scheme.
        inner.initialize(uri, conf);
        if (uri.getScheme().equals("file")) {
            LOG.warn(
                    "htfs: FileSystem.getLocal fails with a ClassCastException in this process: fs.file.impl={}",
                    getClass().getName());
        }
        fs = inner;
        super.initialize(uri, conf);
        attach(conf);
    }

    private void attach(Configuration conf) throws IOException {
        HadoopShape.check(getClass());
        record(Tracer.of(conf), UserGroupInformation.getCurrentUser().getShortUserName());
        if (!"hdfs".equals(fs.getUri().getScheme())) {
            Attachments.attached(Attachments.Part.OTHER_SCHEMES, getClass().getSimpleName());
        } else if (!(fs instanceof APITraceDistributedFileSystem)) {
            Attachments.missing(
                    Attachments.Part.HDFS,
                    getClass().getSimpleName()
                            + " over hdfs:// changes the behavior of HBase, which requires"
                            + " a DistributedFileSystem; set " + AttachmentCheck.HDFS_IMPL + "="
                            + APITraceDistributedFileSystem.class.getName() + " instead");
        }
    }

    /** Returns the inner class for a scheme. */
    private static Class<? extends FileSystem> underlying(String scheme, Configuration conf) throws IOException {
        Class<? extends FileSystem> type = named(String.format(UNDERLYING_OF_SCHEME, scheme), conf);
        if (type == null) {
            type = named(UNDERLYING, conf);
        }
        return type == null ? stock(scheme, conf) : type;
    }

    /** Returns Hadoop's default class for a scheme. */
    private static Class<? extends FileSystem> stock(String scheme, Configuration conf) throws IOException {
        String key = "fs." + scheme + ".impl";
        Configuration defaults = new Configuration(false);
        defaults.addResource("core-default.xml");
        Configuration stock = new Configuration(conf);
        String name = defaults.getTrimmed(key);
        if (name == null) {
            stock.unset(key);
        } else {
            stock.set(key, name);
        }
        try {
            return FileSystem.getFileSystemClass(scheme, stock);
        } catch (UnsupportedFileSystemException e) {
            throw new IOException(
                    "no inner file system for " + scheme + "://: Hadoop has no default; set "
                            + String.format(UNDERLYING_OF_SCHEME, scheme),
                    e);
        }
    }

    private static Class<? extends FileSystem> named(String key, Configuration conf) throws IOException {
        Class<?> type;
        try {
            type = conf.getClass(key, null);
        } catch (RuntimeException e) {
            throw new IOException("cannot load " + key + "=" + conf.get(key) + ": " + e.getMessage(), e);
        }
        if (type == null) {
            return null;
        }
        if (!FileSystem.class.isAssignableFrom(type) || APITraceFileSystem.class.isAssignableFrom(type)) {
            throw new IOException(
                    "invalid " + key + "=" + type.getName() + ": must be a file system other than the tracer");
        }
        return type.asSubclass(FileSystem.class);
    }
}
