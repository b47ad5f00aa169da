package org.underbase.htfs.context;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.EnumSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FsStatus;
import org.apache.hadoop.fs.HdfsHook;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.MultipartUploaderBuilder;
import org.apache.hadoop.fs.Options.ChecksumOpt;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.util.Progressable;
import org.underbase.htfs.call.FsCalls;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.hdfs.TracedDfsClient;
import org.underbase.htfs.record.Tracer;

/** Records the calls of {@code FileContext} on files and names of {@code hdfs://}; its streams are those of the client. */
abstract class TracedHdfsFiles extends HdfsHook {
    private final FsCalls calls;

    TracedHdfsFiles(URI uri, Configuration conf) throws IOException, URISyntaxException {
        super(uri, conf, TracedHdfsFiles::client);
        TracedDfsClient client = (TracedDfsClient) client();
        // A path without a slash in front is relative to nothing here: FileContext makes paths absolute.
        calls = new FsCalls(client.tracer(), client.user(), () -> new Path("/"));
    }

    private static DFSClient client(URI uri, Configuration conf, FileSystem.Statistics statistics) throws IOException {
        return new TracedDfsClient(uri, conf, statistics, Tracer.of(conf));
    }

    /** Where this file system records its calls. */
    final FsCalls calls() {
        return calls;
    }

    @Override
    public HdfsDataOutputStream createInternal(
            Path f,
            EnumSet<CreateFlag> flags,
            FsPermission permission,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress,
            ChecksumOpt checksum,
            boolean createParent)
            throws IOException {
        return calls().call(
                        Call.CREATE,
                        f,
                        facts -> facts.addCreate(permission, flags, replication, blockSize, null)
                                .add("recursive", createParent),
                        () -> super.createInternal(
                                f,
                                flags,
                                permission,
                                bufferSize,
                                replication,
                                blockSize,
                                progress,
                                checksum,
                                createParent));
    }

    @Override
    public FSDataInputStream open(Path f) throws IOException {
        return calls().call(Call.OPEN, f, () -> super.open(f));
    }

    @Override
    public HdfsDataInputStream open(Path f, int bufferSize) throws IOException {
        return calls().call(Call.OPEN, f, () -> super.open(f, bufferSize));
    }

    @Override
    public boolean truncate(Path f, long length) throws IOException {
        return calls().call(Call.TRUNCATE, f, facts -> facts.add("length", length), () -> super.truncate(f, length));
    }

    @Override
    public BlockLocation[] getFileBlockLocations(Path f, long start, long len) throws IOException {
        return calls().call(
                        Call.GET_FILE_BLOCK_LOCATIONS,
                        f,
                        facts -> facts.add("offset", start).add("length", len),
                        () -> super.getFileBlockLocations(f, start, len));
    }

    @Override
    public FileChecksum getFileChecksum(Path f) throws IOException {
        return calls().call(Call.GET_FILE_CHECKSUM, f, () -> super.getFileChecksum(f));
    }

    @Override
    public void setVerifyChecksum(boolean verify) throws IOException {
        calls().run(
                        Call.SET_VERIFY_CHECKSUM,
                        null,
                        facts -> facts.add("verify", verify),
                        () -> super.setVerifyChecksum(verify));
    }

    @Override
    public MultipartUploaderBuilder<?, ?> createMultipartUploader(Path f) throws IOException {
        return calls().call(Call.CREATE_MULTIPART_UPLOADER, f, () -> super.createMultipartUploader(f));
    }

    @Override
    public void mkdir(Path f, FsPermission permission, boolean createParent) throws IOException {
        calls().run(
                        Call.MKDIR,
                        f,
                        facts -> facts.addPermission(permission).add("recursive", createParent),
                        () -> super.mkdir(f, permission, createParent));
    }

    @Override
    public boolean delete(Path f, boolean recursive) throws IOException {
        return calls().call(Call.DELETE, f, facts -> facts.add("recursive", recursive), () -> {
            boolean done = super.delete(f, recursive);
            if (done) {
                calls().deleted(f);
            }
            return done;
        });
    }

    @Override
    public void renameInternal(Path src, Path dst) throws IOException {
        calls().run(Call.RENAME, src, dst, null, () -> {
            super.renameInternal(src, dst);
            calls().renamed(src, dst);
        });
    }

    @Override
    public void renameInternal(Path src, Path dst, boolean overwrite) throws IOException {
        calls().run(Call.RENAME, src, dst, facts -> facts.add("overwrite", overwrite), () -> {
            super.renameInternal(src, dst, overwrite);
            calls().renamed(src, dst);
        });
    }

    @Override
    public FileStatus getFileStatus(Path f) throws IOException {
        return calls().call(Call.GET_FILE_STATUS, f, () -> super.getFileStatus(f));
    }

    @Override
    public FileStatus getFileLinkStatus(Path f) throws IOException {
        return calls().call(Call.GET_FILE_LINK_STATUS, f, () -> super.getFileLinkStatus(f));
    }

    @Override
    public Path getLinkTarget(Path f) throws IOException {
        return calls().call(Call.GET_LINK_TARGET, f, () -> super.getLinkTarget(f));
    }

    @Override
    public void createSymlink(Path target, Path link, boolean createParent) throws IOException {
        calls().run(Call.CREATE_SYMLINK, link, target, null, () -> super.createSymlink(target, link, createParent));
    }

    @Override
    public Path resolvePath(Path f) throws IOException {
        return calls().call(Call.RESOLVE_PATH, f, () -> super.resolvePath(f));
    }

    @Override
    public FileStatus[] listStatus(Path f) throws IOException {
        return calls().call(Call.LIST_STATUS, f, () -> super.listStatus(f));
    }

    @Override
    public RemoteIterator<FileStatus> listStatusIterator(Path f) throws IOException {
        return calls().call(Call.LIST_STATUS_ITERATOR, f, () -> super.listStatusIterator(f));
    }

    @Override
    public RemoteIterator<LocatedFileStatus> listLocatedStatus(Path f) throws IOException {
        return calls().call(Call.LIST_LOCATED_STATUS, f, () -> super.listLocatedStatus(f));
    }

    @Override
    public RemoteIterator<Path> listCorruptFileBlocks(Path f) throws IOException {
        return calls().call(Call.LIST_CORRUPT_FILE_BLOCKS, f, () -> super.listCorruptFileBlocks(f));
    }

    @Override
    public FsStatus getFsStatus() throws IOException {
        return calls().call(Call.GET_STATUS, () -> super.getFsStatus());
    }

    @Override
    public FsStatus getFsStatus(Path f) throws IOException {
        return calls().call(Call.GET_STATUS, f, () -> super.getFsStatus(f));
    }

    @Override
    public void access(Path f, FsAction mode) throws IOException {
        calls().run(Call.ACCESS, f, facts -> facts.add("mode", mode), () -> super.access(f, mode));
    }

    @Override
    public void msync() throws IOException {
        calls().run(Call.MSYNC, () -> super.msync());
    }

    @Override
    public Path getEnclosingRoot(Path f) throws IOException {
        return calls().call(Call.GET_ENCLOSING_ROOT, f, () -> super.getEnclosingRoot(f));
    }
}
