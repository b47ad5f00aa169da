package org.underbase.htfs.record;

/**
 * A file under one of its paths. Renaming makes a new {@code FileRef} with the same id, so that an event keeps the path
 * that was true when it happened. Thread-safe.
 */
public final class FileRef implements Subject {
    private final long id;
    private final String path;
    private final long hash;
    private volatile long inode = -1;

    /** The file under its next path, and since when. */
    private volatile FileRef next;

    private long since;

    /** When the table last saw this file used; a race loses no more than a little accuracy. */
    int generation;

    /** The drainer's: the block this file was last in, and its index there. */
    int block = -1;

    int index;

    FileRef(long id, String path) {
        this(id, path, Sampling.hash(path));
    }

    private FileRef(long id, String path, long hash) {
        this.id = id;
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

    /** Records the inode id once some call has told it. */
    public void inode(long value) {
        this.inode = value;
    }

    /** What decides whether the file is sampled, 0 to 2^32 - 1; stays over renames. */
    long hash() {
        return hash;
    }

    /** The same file under another path from {@code nanos} ({@link System#nanoTime}) on. */
    FileRef renamed(String to, long nanos) {
        FileRef moved = new FileRef(id, to, hash);
        moved.inode = inode;
        since = nanos;
        next = moved;
        return moved;
    }

    /** The file under the path it had at {@code nanos}, when this is or was one of its paths before. */
    FileRef at(long nanos) {
        FileRef ref = this;
        for (FileRef later = ref.next; later != null && nanos - ref.since >= 0; later = ref.next) {
            ref = later;
        }
        return ref;
    }
}
