package org.underbase.htfs;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.ReflectionUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.underbase.htfs.filter.FilteredAttributes;
import org.underbase.htfs.record.Tracer;

/**
 * Any scheme with every call recorded, as a filter over the file system that does the work. Attach it with
 * {@code fs.SCHEME.impl=org.underbase.htfs.APITraceFileSystem}. The inner class is the one named by
 * {@link #UNDERLYING_OF_SCHEME}, else by {@link #UNDERLYING}, else the one Hadoop would use for the scheme. It may be
 * another filter, so layers compose. It also is a wrapper for {@code hbase.fs.wrapper}.
 *
 * <p>For {@code hdfs://} use {@link APITraceDistributedFileSystem}. A filter is no DistributedFileSystem: HBase asks for
 * that class, and without it writes its WAL in another way, places no favored nodes and knows no locality.
 *
 * <p>{@code FileSystem.getLocal} casts what it finds for {@code file://} to {@code LocalFileSystem}, which no filter is.
 * So {@code fs.file.impl} is for processes that do not use it; others wrap the local file system themselves, or have
 * {@code hbase.fs.wrapper} do it.
 *
 * <p>As thread-safe as the inner class.
 */
public class APITraceFileSystem extends FilteredAttributes {
    private static final Logger LOG = LoggerFactory.getLogger(APITraceFileSystem.class);

    /** The inner class for every scheme that names none of its own. */
    public static final String UNDERLYING = "fs.apitrace.underlyingfs.impl";

    /** The inner class for one scheme, which replaces {@code %s}. */
    public static final String UNDERLYING_OF_SCHEME = "fs.apitrace.underlyingfs.%s.impl";

    /** For {@link FileSystem}'s own use. */
    public APITraceFileSystem() {}

    /** For {@code hbase.fs.wrapper}: records what is called on {@code inner}, which is initialized already. */
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
                    type.getName() + ", the file system below the tracer for " + uri.getScheme()
                            + "://, cannot be made: " + cause,
                    e);
        }
        // First the inner one: the statistics of the scheme belong to whoever asks for them first.
        inner.initialize(uri, conf);
        if (uri.getScheme().equals("file")) {
            LOG.warn(
                    "htfs: fs.file.impl={}: FileSystem.getLocal now fails with a ClassCastException in this process",
                    getClass().getName());
        }
        fs = inner;
        super.initialize(uri, conf);
        attach(conf);
    }

    private void attach(Configuration conf) throws IOException {
        record(Tracer.of(conf), UserGroupInformation.getCurrentUser().getShortUserName());
        if (!"hdfs".equals(fs.getUri().getScheme())) {
            Attachments.attached(Attachments.Part.OTHER_SCHEMES, getClass().getSimpleName());
        } else if (!(fs instanceof APITraceDistributedFileSystem)) {
            Attachments.missing(
                    Attachments.Part.HDFS,
                    getClass().getSimpleName()
                            + " over hdfs:// records calls but changes how HBase behaves, which asks for"
                            + " a DistributedFileSystem; set " + AttachmentCheck.HDFS_IMPL + "="
                            + APITraceDistributedFileSystem.class.getName() + " instead");
        }
    }

    /** The class that does the work for {@code scheme}. */
    private static Class<? extends FileSystem> underlying(String scheme, Configuration conf) throws IOException {
        Class<? extends FileSystem> type = named(String.format(UNDERLYING_OF_SCHEME, scheme), conf);
        if (type == null) {
            type = named(UNDERLYING, conf);
        }
        return type == null ? stock(scheme, conf) : type;
    }

    /** The class Hadoop itself has for {@code scheme}. */
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
                    String.format(UNDERLYING_OF_SCHEME, scheme) + " must name the file system below the tracer;"
                            + " Hadoop has none for " + scheme + "://",
                    e);
        }
    }

    private static Class<? extends FileSystem> named(String key, Configuration conf) throws IOException {
        Class<?> type;
        try {
            type = conf.getClass(key, null);
        } catch (RuntimeException e) {
            throw new IOException(key + "=" + conf.get(key) + " cannot be loaded: " + e.getMessage(), e);
        }
        if (type == null) {
            return null;
        }
        if (!FileSystem.class.isAssignableFrom(type) || APITraceFileSystem.class.isAssignableFrom(type)) {
            throw new IOException(key + "=" + type.getName() + " must name the file system below the tracer");
        }
        return type.asSubclass(FileSystem.class);
    }
}
