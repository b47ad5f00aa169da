package org.underbase.htfs;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DfsClientHook;
import org.underbase.htfs.hdfs.TracedAdministration;

/**
 * {@code hdfs://} with every call recorded. Attach it with
 * {@code fs.hdfs.impl=org.underbase.htfs.APITraceDistributedFileSystem}.
 *
 * <p>It is a {@link org.apache.hadoop.hdfs.DistributedFileSystem} and its streams are HDFS streams, because HBase and
 * Hadoop's tools ask for these classes and behave differently without them. Results, exceptions, statistics and calls
 * to the NameNode are those of the stock class. One thing differs by nature: the deprecated per-class statistics,
 * {@code FileSystem.getStatistics("hdfs", DistributedFileSystem.class)}, are kept under this class.
 *
 * <p>A rename into a directory that exists is recorded with the directory as its second path, as it was called; the file's
 * identity then is looked for at that path, since to learn better would take a call to the NameNode.
 *
 * <p>As thread-safe as the stock class.
 */
public class APITraceDistributedFileSystem extends TracedAdministration {

    @Override
    public void initialize(URI uri, Configuration conf) throws IOException {
        DfsClientHook.checkShape();
        super.initialize(uri, conf);
        Attachments.attached(Attachments.Part.HDFS, getClass().getSimpleName());
        AttachmentCheck.ofHdfs(conf);
    }
}
