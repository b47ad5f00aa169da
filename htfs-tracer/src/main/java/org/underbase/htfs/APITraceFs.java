package org.underbase.htfs;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.AbstractFileSystem;
import org.apache.hadoop.security.UserGroupInformation;
import org.underbase.htfs.context.FilteredContextAttributes;
import org.underbase.htfs.record.Tracer;

/**
 * Any scheme but {@code hdfs://} for users of {@code FileContext}, with every call recorded, as a filter over the file
 * system that does the work. Attach it with {@code fs.AbstractFileSystem.SCHEME.impl=org.underbase.htfs.APITraceFs}. The
 * inner class is the one named by {@link #UNDERLYING_OF_SCHEME}, else the one Hadoop's own defaults name.
 *
 * <p>As thread-safe as the inner class.
 */
public final class APITraceFs extends FilteredContextAttributes {
    /** The inner class for one scheme, which replaces {@code %s}. */
    public static final String UNDERLYING_OF_SCHEME = "fs.apitrace.underlyingafs.%s.impl";

    private static final String IMPL = "fs.AbstractFileSystem.%s.impl";

    public APITraceFs(URI uri, Configuration conf) throws IOException, URISyntaxException {
        super(
                inner(uri, conf),
                Tracer.of(conf),
                UserGroupInformation.getCurrentUser().getShortUserName());
        Attachments.attached(Attachments.Part.OTHER_SCHEMES, getClass().getSimpleName());
    }

    private static AbstractFileSystem inner(URI uri, Configuration conf) throws IOException {
        String scheme = uri.getScheme();
        String key = String.format(UNDERLYING_OF_SCHEME, scheme);
        String name = conf.getTrimmed(key);
        if (name == null) {
            Configuration defaults = new Configuration(false);
            defaults.addResource("core-default.xml");
            name = defaults.getTrimmed(String.format(IMPL, scheme));
        }
        if (name == null || name.equals(APITraceFs.class.getName())) {
            throw new IOException(key + " must name the file system below the tracer; Hadoop has none for " + scheme);
        }
        Configuration inner = new Configuration(conf);
        inner.set(String.format(IMPL, scheme), name);
        return AbstractFileSystem.createFileSystem(uri, inner);
    }
}
