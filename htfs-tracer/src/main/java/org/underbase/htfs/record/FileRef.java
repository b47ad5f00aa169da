package org.underbase.htfs.record;

import org.underbase.htfs.format.FileIdentity;

/**
 * A file under one of its paths. A rename creates a new {@code FileRef} with the same id, so that an event keeps the path
 * of its time. Thread-safe.
 */
public final class FileRef implements Subject {
    private final long id;
    private final String path;
    private final long hash;
    private volatile long inode = -1;
    private volatile FileIdentity identity;
    private volatile boolean directory;
    private volatile boolean found;

    /** The file under its next path, valid from {@link #since}; null if it was not renamed. */
    private volatile FileRef next;

    private long since;

    /** Generation of the file table at the last use; a race only makes the eviction order less accurate. */
    int generation;

    /** Last block that contains this file, and its index there; confined to the drainer. */
    int block = -1;

    int index;

    FileRef(long id, String path) {
        this(id, "", path);
    }

    /**
     * @param id id in this process
     * @param fileSystem file system of the path, or empty
     * @param path path without scheme and authority
     */
    FileRef(long id, String fileSystem, String path) {
        this(id, FileIdentity.on(fileSystem), path, Sampling.hash(path));
    }

    private FileRef(long id, FileIdentity identity, String path, long hash) {
        this.id = id;
        this.identity = identity;
        this.path = path;
        this.hash = hash;
    }

    public long id() {
        return id;
    }

    public String path() {
        return path;
    }

    public long inode() {
        return inode;
    }

    /** Sets the inode id that a call returned. */
    public void inode(long value) {
        this.inode = value;
    }

    public FileIdentity identity() {
        return identity;
    }

    /** Sets what a call returned about the file. */
    public void identity(FileIdentity value) {
        this.identity = value;
    }

    /** Whether a call showed that the path is a directory. */
    boolean isDirectory() {
        return directory;
    }

    /** Records that a call showed that the path is a directory. */
    public void directory() {
        this.directory = true;
        found();
    }

    /** Whether a successful call showed that the path exists; a failed one only named it. */
    boolean isFound() {
        return found;
    }

    /** Records that a successful call showed that the path exists. */
    public void found() {
        if (!found) {
            found = true;
        }
    }

    /** Returns the sampling hash, 0 to 2^32 - 1; a rename does not change it. */
    long hash() {
        return hash;
    }

    /**
     * Renames the file.
     *
     * @param to new path
     * @param nanos time of the rename as a value of {@link System#nanoTime}
     * @return the file under its new path
     */
    FileRef renamed(String to, long nanos) {
        FileRef moved = new FileRef(id, identity, to, hash);
        moved.inode = inode;
        moved.directory = directory;
        moved.found = found;
        since = nanos;
        next = moved;
        return moved;
    }

    /** Returns the file under its path at {@code nanos}, among this path and later ones. */
    FileRef at(long nanos) {
        FileRef ref = this;
        for (FileRef later = ref.next; later != null && nanos - ref.since >= 0; later = ref.next) {
            ref = later;
        }
        return ref;
    }
}
