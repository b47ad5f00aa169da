package org.underbase.htfs.record;

/** An open stream of a file. */
public final class StreamRef implements Subject {
    private final long id;
    private final FileRef file;
    private final String user;

    /** The drainer's: the block this stream was last in, under which path, and its index there. */
    int block = -1;

    FileRef under;
    int index;

    StreamRef(long id, FileRef file, String user) {
        this.id = id;
        this.file = file;
        this.user = user;
    }

    public long id() {
        return id;
    }

    /** The file, under the path the stream was opened by. */
    public FileRef file() {
        return file;
    }

    /** The user the stream was opened for, or null for the process' own. */
    String user() {
        return user;
    }
}
