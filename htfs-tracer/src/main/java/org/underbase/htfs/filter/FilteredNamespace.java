package org.underbase.htfs.filter;

import java.io.IOException;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FsStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.underbase.htfs.call.TracedIterator;
import org.underbase.htfs.format.Call;

/** Records the calls that change, list and question the tree of names of any file system. */
abstract class FilteredNamespace extends FilteredFiles {
    FilteredNamespace() {}

    FilteredNamespace(FileSystem inner) {
        super(inner);
    }

    @Override
    public boolean rename(Path src, Path dst) throws IOException {
        return calls().call(Call.RENAME, src, dst, null, () -> {
            boolean done = fs.rename(src, dst);
            if (done) {
                calls().renamed(src, dst);
            }
            return done;
        });
    }

    @Override
    @Deprecated
    protected void rename(Path src, Path dst, Rename... options) throws IOException {
        calls().run(Call.RENAME, src, dst, facts -> facts.addEach("options", options), () -> {
            super.rename(src, dst, options);
            calls().renamed(src, dst);
        });
    }

    @Override
    public boolean delete(Path f, boolean recursive) throws IOException {
        return calls().call(Call.DELETE, f, facts -> facts.add("recursive", recursive), () -> {
            boolean done = fs.delete(f, recursive);
            if (done) {
                calls().deleted(f);
            }
            return done;
        });
    }

    @Override
    @Deprecated
    public boolean delete(Path f) throws IOException {
        return calls().call(Call.DELETE, f, facts -> facts.add("recursive", true), () -> {
            boolean done = fs.delete(f);
            if (done) {
                calls().deleted(f);
            }
            return done;
        });
    }

    @Override
    public boolean cancelDeleteOnExit(Path f) {
        return calls().local(Call.CANCEL_DELETE_ON_EXIT, f, null, () -> fs.cancelDeleteOnExit(f));
    }

    @Override
    public boolean mkdirs(Path f) throws IOException {
        return calls().call(Call.MKDIRS, f, () -> fs.mkdirs(f));
    }

    @Override
    public boolean mkdirs(Path f, FsPermission permission) throws IOException {
        return calls().call(Call.MKDIRS, f, facts -> facts.addPermission(permission), () -> fs.mkdirs(f, permission));
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
        return calls().call(Call.LIST_STATUS, f, () -> fs.listStatus(f));
    }

    @Override
    public FileStatus[] listStatus(Path f, PathFilter filter) throws IOException {
        return calls().call(Call.LIST_STATUS, f, () -> fs.listStatus(f, filter));
    }

    @Override
    public FileStatus[] listStatus(Path[] files) throws IOException {
        return calls().call(
                        Call.LIST_STATUS,
                        first(files),
                        facts -> facts.add("paths", files == null ? null : files.length),
                        () -> fs.listStatus(files));
    }

    @Override
    public FileStatus[] listStatus(Path[] files, PathFilter filter) throws IOException {
        return calls().call(
                        Call.LIST_STATUS,
                        first(files),
                        facts -> facts.add("paths", files == null ? null : files.length),
                        () -> fs.listStatus(files, filter));
    }

    @Override
    public RemoteIterator<FileStatus> listStatusIterator(Path f) throws IOException {
        return new TracedIterator<>(
                calls().call(Call.LIST_STATUS_ITERATOR, f, () -> fs.listStatusIterator(f)), calls(), f);
    }

    @Override
    public RemoteIterator<LocatedFileStatus> listLocatedStatus(Path f) throws IOException {
        return new TracedIterator<>(
                calls().call(Call.LIST_LOCATED_STATUS, f, () -> fs.listLocatedStatus(f)), calls(), f);
    }

    @Override
    protected RemoteIterator<LocatedFileStatus> listLocatedStatus(Path f, PathFilter filter) throws IOException {
        return new TracedIterator<>(
                calls().call(Call.LIST_LOCATED_STATUS, f, () -> super.listLocatedStatus(f, filter)), calls(), f);
    }

    @Override
    public RemoteIterator<LocatedFileStatus> listFiles(Path f, boolean recursive) throws IOException {
        return new TracedIterator<>(
                calls().call(
                                Call.LIST_FILES,
                                f,
                                facts -> facts.add("recursive", recursive),
                                () -> fs.listFiles(f, recursive)),
                calls(),
                f);
    }

    @Override
    public FileStatus[] globStatus(Path pattern) throws IOException {
        return calls().call(Call.GLOB_STATUS, pattern, () -> fs.globStatus(pattern));
    }

    @Override
    public FileStatus[] globStatus(Path pattern, PathFilter filter) throws IOException {
        return calls().call(Call.GLOB_STATUS, pattern, () -> fs.globStatus(pattern, filter));
    }

    @Override
    public RemoteIterator<Path> listCorruptFileBlocks(Path f) throws IOException {
        return new TracedIterator<>(
                calls().call(Call.LIST_CORRUPT_FILE_BLOCKS, f, () -> fs.listCorruptFileBlocks(f)), calls(), f);
    }

    @Override
    public FileStatus getFileStatus(Path f) throws IOException {
        return calls().call(Call.GET_FILE_STATUS, f, () -> fs.getFileStatus(f));
    }

    @Override
    public boolean exists(Path f) throws IOException {
        return calls().call(Call.EXISTS, f, () -> fs.exists(f));
    }

    @Override
    @Deprecated
    public boolean isDirectory(Path f) throws IOException {
        return calls().call(Call.IS_DIRECTORY, f, () -> fs.isDirectory(f));
    }

    @Override
    @Deprecated
    public boolean isFile(Path f) throws IOException {
        return calls().call(Call.IS_FILE, f, () -> fs.isFile(f));
    }

    @Override
    @Deprecated
    public long getLength(Path f) throws IOException {
        return calls().call(Call.GET_LENGTH, f, () -> fs.getLength(f));
    }

    @Override
    @Deprecated
    public short getReplication(Path f) throws IOException {
        return calls().call(Call.GET_REPLICATION, f, () -> fs.getReplication(f));
    }

    @Override
    @Deprecated
    public long getBlockSize(Path f) throws IOException {
        return calls().call(Call.GET_BLOCK_SIZE, f, () -> fs.getBlockSize(f));
    }

    @Override
    public FileStatus getFileLinkStatus(Path f) throws IOException {
        return calls().call(Call.GET_FILE_LINK_STATUS, f, () -> fs.getFileLinkStatus(f));
    }

    @Override
    public Path getLinkTarget(Path f) throws IOException {
        return calls().call(Call.GET_LINK_TARGET, f, () -> fs.getLinkTarget(f));
    }

    @Override
    public void createSymlink(Path target, Path link, boolean createParent) throws IOException {
        calls().run(Call.CREATE_SYMLINK, link, target, null, () -> fs.createSymlink(target, link, createParent));
    }

    @Override
    public Path resolvePath(Path f) throws IOException {
        return calls().call(Call.RESOLVE_PATH, f, () -> fs.resolvePath(f));
    }

    @Override
    public ContentSummary getContentSummary(Path f) throws IOException {
        return calls().call(Call.GET_CONTENT_SUMMARY, f, () -> fs.getContentSummary(f));
    }

    @Override
    public long getUsed() throws IOException {
        return calls().call(Call.GET_USED, () -> fs.getUsed());
    }

    @Override
    public long getUsed(Path f) throws IOException {
        return calls().call(Call.GET_USED, f, () -> fs.getUsed(f));
    }

    @Override
    public FsStatus getStatus() throws IOException {
        return calls().call(Call.GET_STATUS, () -> fs.getStatus());
    }

    @Override
    public FsStatus getStatus(Path f) throws IOException {
        return calls().call(Call.GET_STATUS, f, () -> fs.getStatus(f));
    }

    @Override
    public void access(Path f, FsAction mode) throws IOException {
        calls().run(Call.ACCESS, f, facts -> facts.add("mode", mode), () -> fs.access(f, mode));
    }

    @Override
    public void msync() throws IOException {
        calls().run(Call.MSYNC, () -> fs.msync());
    }

    @Override
    public Path getEnclosingRoot(Path f) throws IOException {
        return calls().call(Call.GET_ENCLOSING_ROOT, f, () -> fs.getEnclosingRoot(f));
    }

    private static Path first(Path[] paths) {
        return paths == null || paths.length == 0 ? null : paths[0];
    }
}
