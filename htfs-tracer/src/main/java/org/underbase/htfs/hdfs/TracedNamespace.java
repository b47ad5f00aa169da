package org.underbase.htfs.hdfs;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FsStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.PartialListing;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.underbase.htfs.format.Call;

/**
 * Records the calls that change, list and question the tree of names.
 *
 * <p>A listing that hands out an iterator is one event for the call, which fetches the first page, and one event for
 * each later page, recorded by {@link TracedDfsClient} when the iterator fetches it.
 */
abstract class TracedNamespace extends TracedFiles {
    @Override
    public boolean rename(Path src, Path dst) throws IOException {
        return calls().call(Call.RENAME, src, dst, null, () -> {
            boolean done = super.rename(src, dst);
            if (done) {
                calls().renamed(src, dst);
            }
            return done;
        });
    }

    @Override
    @Deprecated
    public void rename(Path src, Path dst, Rename... options) throws IOException {
        calls().run(Call.RENAME, src, dst, facts -> facts.addEach("options", options), () -> {
            super.rename(src, dst, options);
            calls().renamed(src, dst);
        });
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
    public boolean deleteOnExit(Path f) throws IOException {
        return calls().call(Call.DELETE_ON_EXIT, f, () -> super.deleteOnExit(f));
    }

    @Override
    public boolean cancelDeleteOnExit(Path f) {
        return calls().local(Call.CANCEL_DELETE_ON_EXIT, f, null, () -> super.cancelDeleteOnExit(f));
    }

    @Override
    public boolean mkdirs(Path f, FsPermission permission) throws IOException {
        return calls().call(
                        Call.MKDIRS, f, facts -> facts.addPermission(permission), () -> super.mkdirs(f, permission));
    }

    @Override
    public boolean mkdir(Path f, FsPermission permission) throws IOException {
        return calls().call(Call.MKDIR, f, facts -> facts.addPermission(permission), () -> super.mkdir(f, permission));
    }

    @Override
    @Deprecated
    protected boolean primitiveMkdir(Path f, FsPermission permission) throws IOException {
        return calls().call(
                        Call.MKDIRS,
                        f,
                        facts -> facts.addPermission(permission),
                        () -> super.primitiveMkdir(f, permission));
    }

    @Override
    public FileStatus[] listStatus(Path f) throws IOException {
        return calls().call(Call.LIST_STATUS, f, () -> super.listStatus(f));
    }

    @Override
    public FileStatus[] listStatus(Path[] files, PathFilter filter) throws IOException {
        return calls().call(
                        Call.LIST_STATUS,
                        first(files),
                        facts -> facts.add("paths", files == null ? null : files.length),
                        () -> super.listStatus(files, filter));
    }

    @Override
    public RemoteIterator<FileStatus> listStatusIterator(Path f) throws IOException {
        return calls().call(Call.LIST_STATUS_ITERATOR, f, () -> super.listStatusIterator(f));
    }

    @Override
    protected RemoteIterator<LocatedFileStatus> listLocatedStatus(Path f, PathFilter filter) throws IOException {
        return calls().call(Call.LIST_LOCATED_STATUS, f, () -> super.listLocatedStatus(f, filter));
    }

    @Override
    public RemoteIterator<LocatedFileStatus> listFiles(Path f, boolean recursive) throws IOException {
        return calls().call(
                        Call.LIST_FILES,
                        f,
                        facts -> facts.add("recursive", recursive),
                        () -> super.listFiles(f, recursive));
    }

    @Override
    public FileStatus[] globStatus(Path pattern) throws IOException {
        return calls().call(Call.GLOB_STATUS, pattern, () -> super.globStatus(pattern));
    }

    @Override
    public FileStatus[] globStatus(Path pattern, PathFilter filter) throws IOException {
        return calls().call(Call.GLOB_STATUS, pattern, () -> super.globStatus(pattern, filter));
    }

    @Override
    public RemoteIterator<PartialListing<FileStatus>> batchedListStatusIterator(List<Path> paths) throws IOException {
        return calls().call(
                        Call.BATCHED_LIST_STATUS,
                        first(paths),
                        facts -> facts.add("paths", paths == null ? null : paths.size()),
                        () -> super.batchedListStatusIterator(paths));
    }

    @Override
    public RemoteIterator<PartialListing<LocatedFileStatus>> batchedListLocatedStatusIterator(List<Path> paths)
            throws IOException {
        return calls().call(
                        Call.BATCHED_LIST_LOCATED_STATUS,
                        first(paths),
                        facts -> facts.add("paths", paths == null ? null : paths.size()),
                        () -> super.batchedListLocatedStatusIterator(paths));
    }

    @Override
    public RemoteIterator<Path> listCorruptFileBlocks(Path path) throws IOException {
        return calls().call(Call.LIST_CORRUPT_FILE_BLOCKS, path, () -> super.listCorruptFileBlocks(path));
    }

    @Override
    public FileStatus getFileStatus(Path f) throws IOException {
        return calls().call(Call.GET_FILE_STATUS, f, () -> super.getFileStatus(f));
    }

    @Override
    public boolean exists(Path f) throws IOException {
        return calls().call(Call.EXISTS, f, () -> super.exists(f));
    }

    @Override
    @Deprecated
    public boolean isDirectory(Path f) throws IOException {
        return calls().call(Call.IS_DIRECTORY, f, () -> super.isDirectory(f));
    }

    @Override
    @Deprecated
    public boolean isFile(Path f) throws IOException {
        return calls().call(Call.IS_FILE, f, () -> super.isFile(f));
    }

    @Override
    @Deprecated
    public long getLength(Path f) throws IOException {
        return calls().call(Call.GET_LENGTH, f, () -> super.getLength(f));
    }

    @Override
    @Deprecated
    public short getReplication(Path f) throws IOException {
        return calls().call(Call.GET_REPLICATION, f, () -> super.getReplication(f));
    }

    @Override
    @Deprecated
    public long getBlockSize(Path f) throws IOException {
        return calls().call(Call.GET_BLOCK_SIZE, f, () -> super.getBlockSize(f));
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
    public Path resolvePath(Path p) throws IOException {
        return calls().call(Call.RESOLVE_PATH, p, () -> super.resolvePath(p));
    }

    @Override
    public ContentSummary getContentSummary(Path f) throws IOException {
        return calls().call(Call.GET_CONTENT_SUMMARY, f, () -> super.getContentSummary(f));
    }

    @Override
    public long getUsed(Path f) throws IOException {
        return calls().call(Call.GET_USED, f, () -> super.getUsed(f));
    }

    @Override
    public FsStatus getStatus(Path f) throws IOException {
        return calls().call(Call.GET_STATUS, f, () -> super.getStatus(f));
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

    private static Path first(Path[] paths) {
        return paths == null || paths.length == 0 ? null : paths[0];
    }

    private static Path first(List<Path> paths) {
        return paths == null || paths.isEmpty() ? null : paths.get(0);
    }
}
