package org.underbase.analysis.catalog;

import java.util.Optional;
import org.underbase.htfs.format.HBasePath;

/** File during the replay. Two nodes that turn out to be one file are joined. */
final class FileNode {
    final String namespace;
    /** First path, after its namespace. */
    final String firstPath;

    final long firstNanos;
    /** Process and position of the first record, for a total order. */
    final int process;

    final long position;
    long inode = NamespaceRecord.UNKNOWN;
    /** Namespace of the first block: the block pool. */
    long block = NamespaceRecord.UNKNOWN;
    /** Current path; null after the end. */
    String path;

    /** Last path that the file had. */
    String lastPath;

    FileKind kind;
    String region;
    private boolean several;
    private long createdNanos = FileFacts.BEFORE;
    private int creator = -1;
    private long usedNanos = Long.MAX_VALUE;
    private int user = -1;
    private int ender = -1;
    private long lateNanos;
    private int late = -1;
    private boolean sized;
    private long size;
    private long extent;
    private FileFacts.End end = FileFacts.End.ALIVE;
    private long endNanos;
    private Attributes attributes = Attributes.NONE;
    private FileNode joined;
    private int key = -1;

    FileNode(String namespace, String path, NamespaceRecord record, int process, long position) {
        this.namespace = namespace;
        this.firstPath = path;
        this.lastPath = path;
        this.firstNanos = record.start;
        this.process = process;
        this.position = position;
        classify(path);
    }

    /** Returns the node of the file that this node turned out to be. */
    FileNode root() {
        FileNode root = this;
        while (root.joined != null) {
            root = root.joined;
        }
        for (FileNode node = this; node.joined != null; ) {
            FileNode next = node.joined;
            node.joined = root == node ? null : root;
            node = next;
        }
        return root;
    }

    /** Classifies the file by another path, unless its kind is known. */
    void classify(String at) {
        if (kind == null || kind.equals(FileKind.OTHER)) {
            kind = FileKind.of(at);
            region = kind.type() == FileKind.Type.STORE
                    ? HBasePath.of(at).region().intern()
                    : "";
        }
    }

    /** Whether an identity is that of another file. */
    boolean contradicts(long otherInode, long otherBlock) {
        boolean inodes = known(inode) && known(otherInode);
        return inodes ? inode != otherInode : known(block) && known(otherBlock) && block != otherBlock;
    }

    boolean hasIdentity() {
        return known(inode) || known(block);
    }

    /** Whether another process has shown this file, at most some time ago, and none has created it. */
    boolean explainedBy(NamespaceRecord record, int by, long skew) {
        return !isCreated() && !several && process != by && record.start - firstNanos <= skew;
    }

    /** Adds a call that uses this file at a time. */
    void used(long nanos, int by) {
        if (nanos < usedNanos) {
            usedNanos = nanos;
            user = by;
        }
    }

    private void created(long nanos, int by) {
        if (!isCreated() || nanos < createdNanos) {
            createdNanos = nanos;
            creator = by;
        }
    }

    /** Returns the time by which the first call on this file precedes its creation; 0 if it does not. */
    long usedBeforeCreation() {
        return isCreated() ? createdNanos - usedNanos : 0;
    }

    /** Returns the process of the first call on this file. */
    int user() {
        return user;
    }

    /** Returns the process that created this file. */
    int creator() {
        return creator;
    }

    /** Adds a call that found this file at its last path. */
    void found(long nanos, int by) {
        boolean deleted = end == FileFacts.End.DELETED || end == FileFacts.End.OVERWRITTEN;
        if (deleted && by != ender && nanos - endNanos > lateNanos) {
            lateNanos = nanos - endNanos;
            late = by;
        }
    }

    /** Returns the time by which a call that found this file follows its end; 0 without one. */
    long usedAfterEnd() {
        return lateNanos;
    }

    /** Returns the process of the last call that found this file after its end. */
    int lateUser() {
        return late;
    }

    /** Returns the process that ended this file. */
    int ender() {
        return ender;
    }

    void usedBy(int by) {
        several |= by != process;
    }

    boolean isCreated() {
        return createdNanos != FileFacts.BEFORE;
    }

    boolean isEnded() {
        return end != FileFacts.End.ALIVE;
    }

    long size() {
        return size;
    }

    /** Adds what a record of this file shows. */
    void learn(NamespaceRecord record, int by) {
        used(record.start, by);
        inode = known(record.inode) ? record.inode : inode;
        block = known(record.identity.firstBlock()) ? record.identity.firstBlock() : block;
        if (record.type == RecordType.CREATE) {
            created(record.start, by);
        }
        attributes = merged(attributes, record.attributes, record.type == RecordType.CREATE);
        if (record.type == RecordType.TRUNCATE) {
            size = record.length;
        } else if (known(record.length)) {
            sized = true;
            size = Math.max(size, record.length);
        }
        size = Math.max(size, record.reached);
        extent = Math.max(extent, Math.max(size, Math.max(record.length, record.accessed)));
    }

    void grow(long bytes) {
        size += bytes;
        extent = Math.max(extent, size);
    }

    /** Ends the life of the file, unless it has ended. */
    void end(FileFacts.End how, long atNanos, int by) {
        if (!isEnded()) {
            end = how;
            endNanos = atNanos;
            ender = by;
        }
    }

    /** Joins another node into this one. */
    void join(FileNode other) {
        other.joined = this;
        several |= other.several || other.process != process;
        inode = known(inode) ? inode : other.inode;
        block = known(block) ? block : other.block;
        sized |= other.sized;
        size = Math.max(size, other.size);
        extent = Math.max(extent, other.extent);
        attributes = merged(attributes, other.attributes, false);
        if (other.isCreated()) {
            created(other.createdNanos, other.creator);
        }
        used(other.usedNanos, other.user);
        if (other.isEnded()) {
            end(other.end, other.endNanos, other.ender);
        }
    }

    FileNames names() {
        return new FileNames(namespace, inode, block, plain(firstPath), plain(lastPath), firstNanos);
    }

    /** Returns a path without its namespace. */
    private static String plain(String located) {
        return located.substring(Math.max(0, located.indexOf('/')));
    }

    /** Returns the key of the file, after {@link #facts}. */
    int key() {
        return key;
    }

    /** Gives the file its key. */
    FileFacts facts(int number, long lastNanos) {
        key = number;
        return new FileFacts(
                number,
                kind,
                region,
                firstPath,
                createdNanos,
                end,
                isEnded() ? Math.max(endNanos, isCreated() ? createdNanos : endNanos) : lastNanos,
                size,
                extent,
                sized,
                attributes.replication(),
                attributes.blockSize(),
                Optional.ofNullable(attributes.coding()));
    }

    private static Attributes merged(Attributes mine, Attributes other, boolean replace) {
        if (other.equals(Attributes.NONE)) {
            return mine;
        }
        boolean known = mine.coding() != null && mine.coding().known();
        return new Attributes(
                known(other.replication()) && (replace || !known(mine.replication()))
                        ? other.replication()
                        : mine.replication(),
                known(other.blockSize()) && (replace || !known(mine.blockSize()))
                        ? other.blockSize()
                        : mine.blockSize(),
                other.coding() == null || known ? mine.coding() : other.coding());
    }

    private static boolean known(long number) {
        return number != NamespaceRecord.UNKNOWN;
    }
}
