package org.underbase.htfs;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.AbstractFileSystem;
import org.apache.hadoop.security.UserGroupInformation;
import org.underbase.htfs.context.TracedFilterFs;
import org.underbase.htfs.record.Tracer;

/**
 * The traced {@code FileContext} filter over the file system of any scheme except {@code hdfs://}. Attach it with
 * {@code fs.AbstractFileSystem.SCHEME.impl=org.underbase.htfs.APITraceFs}. {@link #UNDERLYING_OF_SCHEME} names the inner
 * class; otherwise it is Hadoop's default.
 *
 * <p>As thread-safe as the inner class.
 */
public final class APITraceFs extends TracedFilterFs {
    /** Key that names the inner class of one scheme, which replaces {@code %s}. */
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
        HadoopShape.check(APITraceFs.class);
        String scheme = uri.getScheme();
        String key = String.format(UNDERLYING_OF_SCHEME, scheme);
        String name = conf.getTrimmed(key);
        if (name == null) {
            Configuration defaults = new Configuration(false);
            defaults.addResource("core-default.xml");
            name = defaults.getTrimmed(String.format(IMPL, scheme));
        }
        if (name == null || name.equals(APITraceFs.class.getName())) {
            throw new IOException("no inner file system for " + scheme + ": Hadoop has no default; set " + key);
        }
        Configuration inner = new Configuration(conf);
        inner.set(String.format(IMPL, scheme), name);
        return AbstractFileSystem.createFileSystem(uri, inner);
    }
}
