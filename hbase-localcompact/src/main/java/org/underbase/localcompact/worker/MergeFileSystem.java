package org.underbase.localcompact.worker;

import java.io.IOException;
import java.io.OutputStream;
import java.util.EnumSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.CanSetDropBehind;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.ChecksumOpt;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hbase.fs.HFileSystem;
import org.apache.hadoop.util.Progressable;

/**
 * File system for a merge: it reads from HDFS, redirects the one created file to a stream, and rejects all other changes. It
 * is an {@code HFileSystem}, because only with such a file system does HBase verify the checksums in its files instead of those of
 * HDFS, which are in separate files.
 */
final class MergeFileSystem extends HFileSystem {
    private static final BlockLocation[] NOWHERE = {};

    private final FileSystem unverified;
    private final AtomicReference<FSDataOutputStream> output = new AtomicReference<>();
    private final Map<String, FileStatus> known = new ConcurrentHashMap<>();

    /** {@code unverified} reads without HDFS's checksums; {@code real} if HBase does not verify its own. */
    MergeFileSystem(FileSystem real, FileSystem unverified) {
        super(real);
        this.unverified = unverified;
    }

    @Override
    public boolean useHBaseChecksum() {
        return unverified != fs;
    }

    @Override
    public FileSystem getNoChecksumFs() {
        return unverified;
    }

    /** Returns this file system: HBase would create files with that of HDFS without calling this one. */
    @Override
    public FileSystem getBackingFs() {
        return this;
    }

    /**
     * Sets the stream for the next created file.
     *
     * @param caching receiver of HBase's request to drop the file from the page cache
     */
    void setOutput(OutputStream stream, CanSetDropBehind caching) {
        output.set(new FSDataOutputStream(stream, null) {
            @Override
            public void setDropBehind(Boolean dropBehind) throws IOException {
                caching.setDropBehind(dropBehind);
            }
        });
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
        FSDataOutputStream stream = output.getAndSet(null);
        if (stream == null) {
            throw rejected("create", path);
        }
        return stream;
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
    public FSDataOutputStream createNonRecursive(
            Path path, boolean overwrite, int bufferSize, short replication, long blockSize, Progressable progress)
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
