package org.underbase.htfs.hdfs;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.EnumSet;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.BulkDelete;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FsServerDefaults;
import org.apache.hadoop.fs.MultipartUploaderBuilder;
import org.apache.hadoop.fs.Options.ChecksumOpt;
import org.apache.hadoop.fs.Options.HandleOpt;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathHandle;
import org.apache.hadoop.fs.impl.OpenFileParameters;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DfsClientHook;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.protocol.HdfsPathHandle;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.util.Progressable;
import org.underbase.htfs.call.FsCalls;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.record.Tracer;

/** Records the calls that open, create, append to, and ask about the data of files. */
abstract class TracedFiles extends DfsClientHook {
    private FsCalls calls = FsCalls.none();

    /** Where this file system records its calls; before {@link #initialize} nothing is recorded. */
    final FsCalls calls() {
        return calls;
    }

    @Override
    protected final DFSClient newClient(URI uri, Configuration conf, Statistics statistics) throws IOException {
        Tracer tracer = Tracer.of(conf);
        TracedDfsClient client = new TracedDfsClient(uri, conf, statistics, tracer);
        calls = new FsCalls(tracer, client.user(), this::getWorkingDirectory);
        return client;
    }

    @Override
    public FSDataInputStream open(Path f, int bufferSize) throws IOException {
        return calls().call(Call.OPEN, f, () -> super.open(f, bufferSize));
    }

    @Override
    public FSDataInputStream open(PathHandle handle, int bufferSize) throws IOException {
        return calls().call(Call.OPEN, null, facts -> facts.add("by", "handle"), () -> super.open(handle, bufferSize));
    }

    @Override
    protected CompletableFuture<FSDataInputStream> openFileWithOptions(Path path, OpenFileParameters parameters)
            throws IOException {
        return calls().future(
                        Call.OPEN,
                        path,
                        facts -> facts.add("by", "openFile"),
                        () -> super.openFileWithOptions(path, parameters));
    }

    @Override
    protected CompletableFuture<FSDataInputStream> openFileWithOptions(PathHandle handle, OpenFileParameters parameters)
            throws IOException {
        return calls().future(
                        Call.OPEN,
                        null,
                        facts -> facts.add("by", "openFile,handle"),
                        () -> super.openFileWithOptions(handle, parameters));
    }

    @Override
    protected HdfsPathHandle createPathHandle(FileStatus status, HandleOpt... options) {
        Path path = status == null ? null : status.getPath();
        return calls().local(Call.CREATE_PATH_HANDLE, path, null, () -> super.createPathHandle(status, options));
    }

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
        return calls().call(
                        Call.CREATE,
                        f,
                        facts -> facts.addCreate(permission, flags, replication, blockSize, favoredNodes),
                        () -> super.create(
                                f, permission, overwrite, bufferSize, replication, blockSize, progress, favoredNodes));
    }

    @Override
    public FSDataOutputStream create(
            Path f,
            FsPermission permission,
            EnumSet<CreateFlag> flags,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress,
            ChecksumOpt checksum)
            throws IOException {
        return calls().call(
                        Call.CREATE,
                        f,
                        facts -> facts.addCreate(permission, flags, replication, blockSize, null)
                                .add("checksum", checksum),
                        () -> super.create(
                                f, permission, flags, bufferSize, replication, blockSize, progress, checksum));
    }

    @Override
    protected HdfsDataOutputStream primitiveCreate(
            Path f,
            FsPermission permission,
            EnumSet<CreateFlag> flags,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress,
            ChecksumOpt checksum)
            throws IOException {
        return calls().call(
                        Call.CREATE,
                        f,
                        facts -> facts.addCreate(permission, flags, replication, blockSize, null),
                        () -> super.primitiveCreate(
                                f, permission, flags, bufferSize, replication, blockSize, progress, checksum));
    }

    @Override
    public FSDataOutputStream createNonRecursive(
            Path f,
            FsPermission permission,
            EnumSet<CreateFlag> flags,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress)
            throws IOException {
        return calls().call(
                        Call.CREATE,
                        f,
                        facts -> facts.addCreate(permission, flags, replication, blockSize, null)
                                .add("recursive", false),
                        () -> super.createNonRecursive(
                                f, permission, flags, bufferSize, replication, blockSize, progress));
    }

    @Override
    public boolean createNewFile(Path f) throws IOException {
        return calls().call(Call.CREATE_NEW_FILE, f, () -> super.createNewFile(f));
    }

    @Override
    public FSDataOutputStream append(Path f, EnumSet<CreateFlag> flags, int bufferSize, Progressable progress)
            throws IOException {
        return calls().call(
                        Call.APPEND,
                        f,
                        facts -> facts.addCreate(null, flags, -1, -1, null),
                        () -> super.append(f, flags, bufferSize, progress));
    }

    @Override
    public FSDataOutputStream append(
            Path f, EnumSet<CreateFlag> flags, int bufferSize, Progressable progress, InetSocketAddress[] favoredNodes)
            throws IOException {
        return calls().call(
                        Call.APPEND,
                        f,
                        facts -> facts.addCreate(null, flags, -1, -1, favoredNodes),
                        () -> super.append(f, flags, bufferSize, progress, favoredNodes));
    }

    @Override
    public void concat(Path target, Path[] sources) throws IOException {
        Path first = sources == null || sources.length == 0 ? null : sources[0];
        calls().run(
                        Call.CONCAT,
                        target,
                        first,
                        facts -> facts.add("sources", sources == null ? null : sources.length),
                        () -> {
                            super.concat(target, sources);
                            for (Path source : sources) {
                                calls().deleted(source);
                            }
                        });
    }

    @Override
    public boolean truncate(Path f, long newLength) throws IOException {
        return calls().call(
                        Call.TRUNCATE, f, facts -> facts.add("length", newLength), () -> super.truncate(f, newLength));
    }

    @Override
    public MultipartUploaderBuilder<?, ?> createMultipartUploader(Path base) throws IOException {
        return calls().call(Call.CREATE_MULTIPART_UPLOADER, base, () -> super.createMultipartUploader(base));
    }

    @Override
    public BulkDelete createBulkDelete(Path base) throws IOException {
        return calls().call(Call.CREATE_BULK_DELETE, base, () -> super.createBulkDelete(base));
    }

    @Override
    public BlockLocation[] getFileBlockLocations(FileStatus file, long start, long len) throws IOException {
        Path path = file == null ? null : file.getPath();
        return calls().call(
                        Call.GET_FILE_BLOCK_LOCATIONS,
                        path,
                        facts -> facts.add("offset", start).add("length", len),
                        () -> super.getFileBlockLocations(file, start, len));
    }

    @Override
    public BlockLocation[] getFileBlockLocations(Path p, long start, long len) throws IOException {
        return calls().call(
                        Call.GET_FILE_BLOCK_LOCATIONS,
                        p,
                        facts -> facts.add("offset", start).add("length", len),
                        () -> super.getFileBlockLocations(p, start, len));
    }

    @Override
    public LocatedBlocks getLocatedBlocks(Path p, long start, long len) throws IOException {
        return calls().call(
                        Call.GET_LOCATED_BLOCKS,
                        p,
                        facts -> facts.add("offset", start).add("length", len),
                        () -> super.getLocatedBlocks(p, start, len));
    }

    @Override
    public FileChecksum getFileChecksum(Path f) throws IOException {
        return calls().call(Call.GET_FILE_CHECKSUM, f, () -> super.getFileChecksum(f));
    }

    @Override
    public FileChecksum getFileChecksum(Path f, long length) throws IOException {
        return calls().call(
                        Call.GET_FILE_CHECKSUM,
                        f,
                        facts -> facts.add("length", length),
                        () -> super.getFileChecksum(f, length));
    }

    @Override
    public FsServerDefaults getServerDefaults() throws IOException {
        return calls().call(Call.GET_SERVER_DEFAULTS, super::getServerDefaults);
    }

    @Override
    public void setVerifyChecksum(boolean verify) {
        calls().local(Call.SET_VERIFY_CHECKSUM, null, facts -> facts.add("verify", verify), () -> {
            super.setVerifyChecksum(verify);
            return null;
        });
    }

    @Override
    public void setWriteChecksum(boolean write) {
        calls().local(Call.SET_WRITE_CHECKSUM, null, facts -> facts.add("write", write), () -> {
            super.setWriteChecksum(write);
            return null;
        });
    }
}
