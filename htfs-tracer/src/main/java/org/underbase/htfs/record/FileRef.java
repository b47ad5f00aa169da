package org.underbase.htfs.record;

/**
 * A file under one of its paths. Renaming makes a new {@code FileRef} with the same id, so that an event keeps the path
 * that was true when it happened.
 */
public final class FileRef {
    private final long id;
    private final String path;
    private volatile long inode = -1;

    FileRef(long id, String path) {
        this.id = id;
        this.path = path;
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

    /** Records the inode id once some call has told it. */
    public void inode(long value) {
        this.inode = value;
    }
}
