package org.underbase.htfs;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DfsClientHook;
import org.underbase.htfs.hdfs.TracedDistributedFileSystem;

/**
 * The traced {@code hdfs://} file system. Attach it with
 * {@code fs.hdfs.impl=org.underbase.htfs.APITraceDistributedFileSystem}.
 *
 * <p>It is a {@link org.apache.hadoop.hdfs.DistributedFileSystem} and its streams are HDFS streams, because HBase and
 * Hadoop's tools check for these classes. Results, exceptions, statistics and calls to the NameNode are those of the
 * stock class, with one exception: the deprecated per-class statistics, {@code
 * FileSystem.getStatistics("hdfs", DistributedFileSystem.class)}, are kept under this class.
 *
 * <p>The event of a rename into an existing directory has the directory as its second path, as in the call. The file
 * table then maps that path to the file, because finding the actual path would take a call to the NameNode.
 *
 * <p>As thread-safe as the stock class.
 */
public class APITraceDistributedFileSystem extends TracedDistributedFileSystem {

    @Override
    public void initialize(URI uri, Configuration conf) throws IOException {
        HadoopShape.check(getClass());
        DfsClientHook.checkShape();
        super.initialize(uri, conf);
        Attachments.attached(Attachments.Part.HDFS, getClass().getSimpleName());
        AttachmentCheck.ofHdfs(conf);
    }
}
