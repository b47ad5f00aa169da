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
 * What a merge sees of HDFS: it reads what is there, the one file that it makes goes to a stream, and it changes nothing
 * else. It is no {@code HFileSystem}, for HBase would create files past it then.
 */
final class MergeFileSystem extends FilterFileSystem {
    private static final BlockLocation[] NOWHERE = {};

    private final AtomicReference<OutputStream> output = new AtomicReference<>();
    private final Map<String, FileStatus> known = new ConcurrentHashMap<>();

    MergeFileSystem(FileSystem real) {
        super(real);
    }

    /** What the next file that is created is written to. */
    void writesTo(OutputStream stream) {
        output.set(stream);
    }

    /** Store files do not change, and HBase asks for them many times; the NameNode is on another node. */
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

    /** HBase asks for a locality of its store that nobody reads here. */
    @Override
    public BlockLocation[] getFileBlockLocations(FileStatus file, long start, long length) {
        return NOWHERE.clone();
    }

    private FSDataOutputStream created(Path path) throws IOException {
        OutputStream stream = output.getAndSet(null);
        if (stream == null) {
            throw refused("create", path);
        }
        return new FSDataOutputStream(stream, null);
    }

    private static IOException refused(String what, Path path) {
        return new IOException("a merge may write one file and nothing else: " + what + " " + path);
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
        throw refused("append to", path);
    }

    @Override
    public boolean truncate(Path path, long length) throws IOException {
        throw refused("truncate", path);
    }

    @Override
    public boolean rename(Path from, Path to) throws IOException {
        throw refused("rename", from);
    }

    @Override
    protected void rename(Path from, Path to, Rename... options) throws IOException {
        throw refused("rename", from);
    }

    /** What is left of an output that was not finished is the coordinator's to delete. */
    @Override
    public boolean delete(Path path, boolean recursive) {
        return false;
    }

    /** The directory of the output may be missing: the coordinator makes its file there, or elsewhere. */
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
        // Of directories, which are not its own.
    }

    @Override
    public void setStoragePolicy(Path path, String policy) {
        // The store that owns the directory has set it.
    }

    /** The file system is the server's. */
    @Override
    public void close() {
        // Nothing of its own is open.
    }
}
