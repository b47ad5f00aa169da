package org.underbase.htfs;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import org.apache.hadoop.conf.Configuration;
import org.underbase.htfs.context.TracedHdfs;

/**
 * The traced {@code hdfs://} file system of {@code FileContext}, which YARN's log aggregation uses. Attach it with
 * {@code fs.AbstractFileSystem.hdfs.impl=org.underbase.htfs.APITraceHdfs}.
 *
 * <p>Thread-safe.
 */
public final class APITraceHdfs extends TracedHdfs {

    public APITraceHdfs(URI uri, Configuration conf) throws IOException, URISyntaxException {
        super(uri, conf);
        HadoopShape.check(getClass());
        Attachments.attached(Attachments.Part.FILE_CONTEXT, getClass().getSimpleName());
    }
}
