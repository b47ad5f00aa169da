package org.underbase.localcompact.worker;

import java.io.IOException;
import java.io.OutputStream;
import java.util.EnumSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Options.ChecksumOpt;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/**
 * File system for a merge: it reads from HDFS, redirects the one created file to a stream, and rejects all other changes. It
 * must not be an {@code HFileSystem}, because HBase would then create files without calling it.
 */
final class MergeFileSystem extends FilterFileSystem {
    private static final BlockLocation[] NOWHERE = {};

    private final AtomicReference<OutputStream> output = new AtomicReference<>();
    private final Map<String, FileStatus> known = new ConcurrentHashMap<>();

    MergeFileSystem(FileSystem real) {
        super(real);
    }

    /** Sets the stream for the next created file. */
    void setOutput(OutputStream stream) {
        output.set(stream);
    }

    /** Caches the status: store files are immutable, HBase queries them repeatedly, and the NameNode is remote. */
    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        String key = path.toUri().getPath();
        FileStatus status = known.get(key);
        if (status == null) {
            status = super.getFileStatus(path);
            known.put(key, status);
        }
        return status;
    }

    /** Returns no locations: HBase uses them only for locality metrics of the store. */
    @Override
    public BlockLocation[] getFileBlockLocations(FileStatus file, long start, long length) {
        return NOWHERE.clone();
    }

    private FSDataOutputStream created(Path path) throws IOException {
        OutputStream stream = output.getAndSet(null);
        if (stream == null) {
            throw rejected("create", path);
        }
        return new FSDataOutputStream(stream, null);
    }

    private static IOException rejected(String operation, Path path) {
        return new IOException("cannot " + operation + " " + path + ": a merge may write only its output file");
    }

    @Override
    public FSDataOutputStream create(
            Path path,
            FsPermission permission,
            boolean overwrite,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress)
            throws IOException {
        return created(path);
    }

    @Override
    public FSDataOutputStream create(
            Path path,
            FsPermission permission,
            EnumSet<CreateFlag> flags,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress,
            ChecksumOpt checksum)
            throws IOException {
        return created(path);
    }

    @Override
    public FSDataOutputStream createNonRecursive(
            Path path,
            FsPermission permission,
            EnumSet<CreateFlag> flags,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress)
            throws IOException {
        return created(path);
    }

    @Override
    public FSDataOutputStream append(Path path, int bufferSize, Progressable progress) throws IOException {
        throw rejected("append to", path);
    }

    @Override
    public boolean truncate(Path path, long length) throws IOException {
        throw rejected("truncate", path);
    }

    @Override
    public boolean rename(Path from, Path to) throws IOException {
        throw rejected("rename", from);
    }

    @Override
    protected void rename(Path from, Path to, Rename... options) throws IOException {
        throw rejected("rename", from);
    }

    /** Does nothing: the coordinator deletes an incomplete output. */
    @Override
    public boolean delete(Path path, boolean recursive) {
        return false;
    }

    /** Only records the directory: the coordinator creates the output file, possibly in another directory. */
    @Override
    public boolean mkdirs(Path path, FsPermission permission) {
        return mkdirs(path);
    }

    @Override
    public boolean mkdirs(Path path) {
        known.put(path.toUri().getPath(), new FileStatus(0, true, 0, 0, 0, path));
        return true;
    }

    @Override
    public void setPermission(Path path, FsPermission permission) {
        // Called for directories only, which the coordinator creates.
    }

    @Override
    public void setStoragePolicy(Path path, String policy) {
        // The coordinator sets the policy of the output directory.
    }

    /** Does nothing: the server closes the underlying file system. */
    @Override
    public void close() {
        // No resources to release.
    }
}
