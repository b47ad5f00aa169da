package org.underbase.htfs.hdfs;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.EnumSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DfsClientHook;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.util.Progressable;
import org.underbase.htfs.call.FsCalls;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.record.Tracer;

/** The part of the traced {@code hdfs://} file system that is not generated from {@code src/main/calls/calls.txt}. */
abstract class RecordingDistributedFileSystem extends DfsClientHook {
    private FsCalls calls = FsCalls.none();

    /** Returns the recorder of this file system, which records nothing before {@link #initialize}. */
    final FsCalls calls() {
        return calls;
    }

    @Override
    protected final DFSClient newClient(URI uri, Configuration conf, Statistics statistics) throws IOException {
        Tracer tracer = Tracer.of(conf);
        TracedDfsClient client = new TracedDfsClient(uri, conf, statistics, tracer);
        calls = new FsCalls(tracer, client.user(), uri, this::getWorkingDirectory);
        return client;
    }

    /** Records the flags that the boolean stands for. */
    @Override
    public HdfsDataOutputStream create(
            Path f,
            FsPermission permission,
            boolean overwrite,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress,
            InetSocketAddress[] favoredNodes)
            throws IOException {
        EnumSet<CreateFlag> flags =
                overwrite ? EnumSet.of(CreateFlag.CREATE, CreateFlag.OVERWRITE) : EnumSet.of(CreateFlag.CREATE);
        return calls.call(
                Call.CREATE,
                f,
                facts -> facts.addCreate(permission, flags, replication, blockSize, favoredNodes),
                () -> super.create(
                        f, permission, overwrite, bufferSize, replication, blockSize, progress, favoredNodes));
    }

    /** Records the deletions that {@code deleteOnExit} requested, and the close itself. */
    @Override
    public void close() throws IOException {
        calls.around(Call.CLOSE_FILE_SYSTEM, super::close);
    }
}
