package org.underbase.htfs.context;

import java.io.IOException;
import java.net.URISyntaxException;
import java.util.EnumSet;
import org.apache.hadoop.fs.AbstractFileSystem;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FilterFs;
import org.apache.hadoop.fs.FsStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.MultipartUploaderBuilder;
import org.apache.hadoop.fs.Options.ChecksumOpt;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.underbase.htfs.call.FsCalls;
import org.underbase.htfs.call.TracedIterator;
import org.underbase.htfs.filter.TracedStreams;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.record.Tracer;

/**
 * Records the calls of {@code FileContext} on files and names of any scheme. Every public method is handed to the method
 * of the same signature of the inner file system, also where {@link FilterFs} has general answers of its own.
 */
abstract class FilteredContextFiles extends FilterFs {
    private final FsCalls calls;

    FilteredContextFiles(AbstractFileSystem inner, Tracer tracer, String user) throws URISyntaxException {
        super(inner);
        calls = new FsCalls(tracer, user, () -> new Path("/"));
    }

    /** Where this file system records its calls. */
    final FsCalls calls() {
        return calls;
    }

    @Override
    public FSDataOutputStream createInternal(
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
                        () -> TracedStreams.output(
                                getMyFs()
                                        .createInternal(
                                                f,
                                                flags,
                                                permission,
                                                bufferSize,
                                                replication,
                                                blockSize,
                                                progress,
                                                checksum,
                                                createParent),
                                calls(),
                                f,
                                !flags.contains(CreateFlag.APPEND)));
    }

    @Override
    public FSDataInputStream open(Path f) throws IOException {
        return calls().call(Call.OPEN, f, () -> TracedStreams.input(getMyFs().open(f), calls(), f));
    }

    @Override
    public FSDataInputStream open(Path f, int bufferSize) throws IOException {
        return calls().call(Call.OPEN, f, () -> TracedStreams.input(getMyFs().open(f, bufferSize), calls(), f));
    }

    @Override
    public boolean truncate(Path f, long length) throws IOException {
        return calls().call(Call.TRUNCATE, f, facts -> facts.add("length", length), () -> getMyFs()
                .truncate(f, length));
    }

    @Override
    public BlockLocation[] getFileBlockLocations(Path f, long start, long len) throws IOException {
        return calls().call(
                        Call.GET_FILE_BLOCK_LOCATIONS,
                        f,
                        facts -> facts.add("offset", start).add("length", len),
                        () -> getMyFs().getFileBlockLocations(f, start, len));
    }

    @Override
    public FileChecksum getFileChecksum(Path f) throws IOException {
        return calls().call(Call.GET_FILE_CHECKSUM, f, () -> getMyFs().getFileChecksum(f));
    }

    @Override
    public void setVerifyChecksum(boolean verify) throws IOException {
        calls().run(Call.SET_VERIFY_CHECKSUM, null, facts -> facts.add("verify", verify), () -> getMyFs()
                .setVerifyChecksum(verify));
    }

    @Override
    public MultipartUploaderBuilder<?, ?> createMultipartUploader(Path f) throws IOException {
        return calls().call(Call.CREATE_MULTIPART_UPLOADER, f, () -> getMyFs().createMultipartUploader(f));
    }

    @Override
    public void mkdir(Path f, FsPermission permission, boolean createParent) throws IOException {
        calls().run(
                        Call.MKDIR,
                        f,
                        facts -> facts.addPermission(permission).add("recursive", createParent),
                        () -> getMyFs().mkdir(f, permission, createParent));
    }

    @Override
    public boolean delete(Path f, boolean recursive) throws IOException {
        return calls().call(Call.DELETE, f, facts -> facts.add("recursive", recursive), () -> {
            boolean done = getMyFs().delete(f, recursive);
            if (done) {
                calls().deleted(f);
            }
            return done;
        });
    }

    @Override
    public void renameInternal(Path src, Path dst) throws IOException {
        calls().run(Call.RENAME, src, dst, null, () -> {
            getMyFs().renameInternal(src, dst);
            calls().renamed(src, dst);
        });
    }

    @Override
    public void renameInternal(Path src, Path dst, boolean overwrite) throws IOException {
        calls().run(Call.RENAME, src, dst, facts -> facts.add("overwrite", overwrite), () -> {
            getMyFs().renameInternal(src, dst, overwrite);
            calls().renamed(src, dst);
        });
    }

    @Override
    public FileStatus getFileStatus(Path f) throws IOException {
        return calls().call(Call.GET_FILE_STATUS, f, () -> getMyFs().getFileStatus(f));
    }

    @Override
    public FileStatus getFileLinkStatus(Path f) throws IOException {
        return calls().call(Call.GET_FILE_LINK_STATUS, f, () -> getMyFs().getFileLinkStatus(f));
    }

    @Override
    public Path getLinkTarget(Path f) throws IOException {
        return calls().call(Call.GET_LINK_TARGET, f, () -> getMyFs().getLinkTarget(f));
    }

    @Override
    public void createSymlink(Path target, Path link, boolean createParent) throws IOException {
        calls().run(Call.CREATE_SYMLINK, link, target, null, () -> getMyFs().createSymlink(target, link, createParent));
    }

    @Override
    public Path resolvePath(Path f) throws IOException {
        return calls().call(Call.RESOLVE_PATH, f, () -> getMyFs().resolvePath(f));
    }

    @Override
    public FileStatus[] listStatus(Path f) throws IOException {
        return calls().call(Call.LIST_STATUS, f, () -> getMyFs().listStatus(f));
    }

    @Override
    public RemoteIterator<FileStatus> listStatusIterator(Path f) throws IOException {
        return new TracedIterator<>(
                calls().call(Call.LIST_STATUS_ITERATOR, f, () -> getMyFs().listStatusIterator(f)), calls(), f);
    }

    @Override
    public RemoteIterator<LocatedFileStatus> listLocatedStatus(Path f) throws IOException {
        return new TracedIterator<>(
                calls().call(Call.LIST_LOCATED_STATUS, f, () -> getMyFs().listLocatedStatus(f)), calls(), f);
    }

    @Override
    public RemoteIterator<Path> listCorruptFileBlocks(Path f) throws IOException {
        return new TracedIterator<>(
                calls().call(Call.LIST_CORRUPT_FILE_BLOCKS, f, () -> getMyFs().listCorruptFileBlocks(f)), calls(), f);
    }

    @Override
    public FsStatus getFsStatus() throws IOException {
        return calls().call(Call.GET_STATUS, () -> getMyFs().getFsStatus());
    }

    @Override
    public FsStatus getFsStatus(Path f) throws IOException {
        return calls().call(Call.GET_STATUS, f, () -> getMyFs().getFsStatus(f));
    }

    @Override
    public void access(Path f, FsAction mode) throws IOException {
        calls().run(Call.ACCESS, f, facts -> facts.add("mode", mode), () -> getMyFs()
                .access(f, mode));
    }

    @Override
    public void msync() throws IOException {
        calls().run(Call.MSYNC, () -> getMyFs().msync());
    }

    @Override
    public Path getEnclosingRoot(Path f) throws IOException {
        return calls().call(Call.GET_ENCLOSING_ROOT, f, () -> getMyFs().getEnclosingRoot(f));
    }
}
