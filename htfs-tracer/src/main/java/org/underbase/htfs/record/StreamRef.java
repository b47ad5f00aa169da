package org.underbase.htfs.record;

/** A stream on a file. */
public final class StreamRef implements Subject {
    private final long id;
    private final FileRef file;

    /** {@link FileRef#hash} of the file: a call that moves much data finds the file in no near cache. */
    final long hash;

    private final String user;

    /** Last block that contains this stream, its file and index there; confined to the drainer. */
    int block = -1;

    FileRef under;
    int index;

    StreamRef(long id, FileRef file, String user) {
        this.id = id;
        this.file = file;
        this.hash = file.hash();
        this.user = user;
    }

    public long id() {
        return id;
    }

    /** Returns the file under the path with which the stream was opened. */
    public FileRef file() {
        return file;
    }

    /** Returns the user of the stream, or null for the process user. */
    String user() {
        return user;
    }
}
