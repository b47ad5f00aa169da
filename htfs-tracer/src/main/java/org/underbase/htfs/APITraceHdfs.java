package org.underbase.htfs;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import org.apache.hadoop.conf.Configuration;
import org.underbase.htfs.context.TracedHdfsAttributes;

/**
 * {@code hdfs://} for users of {@code FileContext} (YARN's log aggregation, for one) with every call recorded. Attach it
 * with {@code fs.AbstractFileSystem.hdfs.impl=org.underbase.htfs.APITraceHdfs}.
 *
 * <p>Thread-safe.
 */
public final class APITraceHdfs extends TracedHdfsAttributes {

    public APITraceHdfs(URI uri, Configuration conf) throws IOException, URISyntaxException {
        super(uri, conf);
        Attachments.attached(Attachments.Part.FILE_CONTEXT, getClass().getSimpleName());
    }
}
