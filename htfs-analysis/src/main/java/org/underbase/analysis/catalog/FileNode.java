package org.underbase.analysis.catalog;

import java.util.Optional;
import org.underbase.analysis.fsimage.FsImage;
import org.underbase.htfs.format.HBasePath;

/** File during the replay. Two nodes that turn out to be one file are joined. */
final class FileNode {
    /** Largest expected time from a change to its line in the NameNode's audit log. */
    private static final long LOG_DELAY_NANOS = 1_000_000_000L;

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
    /** Whether the size is that of the image, so that a change of unknown bytes makes it unknown. */
    private boolean imageSized;

    /** Time of the last change whose bytes the trace does not show. */
    private long changedNanos;

    private long size;
    private long extent;
    private FileFacts.End end = FileFacts.End.ALIVE;
    private long endNanos;
    private long deletedNanos = FileFacts.NEVER;
    /** The file of the image that no call has shown so far; otherwise null. */
    private final FsImage.File image;

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
        this.image = null;
        classify(path);
    }

    /** Creates the node of a file of an image, which is not one of the trace until a call shows it. */
    FileNode(String namespace, String path, FsImage.File image) {
        this.namespace = namespace;
        this.firstPath = path;
        this.firstNanos = FileFacts.BEFORE;
        this.process = -1;
        this.position = -1;
        this.image = image;
        classify(path);
        size(image, Long.MAX_VALUE);
    }

    /** Returns the file of the image that no call has shown so far; null for a file of the trace. */
    FsImage.File image() {
        return image;
    }

    /**
     * Takes the size of the file at this path in the image, if it is of this file and holds at the end.
     *
     * @param lastNanos end of the trace: later changes of the file are not those of the trace
     */
    void size(FsImage.File known, long lastNanos) {
        long from = Math.max(createdNanos, changedNanos - LOG_DELAY_NANOS);
        if (!sized && !known.open() && known.modifiedNanos() >= from && known.modifiedNanos() <= lastNanos) {
            sized = true;
            imageSized = true;
            size = known.size();
            extent = Math.max(extent, size);
        }
    }

    /** Whether the size is that of the image. */
    boolean isImageSized() {
        return imageSized;
    }

    /** Adds a change of the length by unknown bytes. */
    void changed(long nanos) {
        changedNanos = Math.max(changedNanos, nanos);
        sized &= !imageSized;
        imageSized = false;
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
        return image == null && !isCreated() && !several && process != by && record.start - firstNanos <= skew;
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

    /** Adds what a record of this file shows. */
    void learn(NamespaceRecord record, int by) {
        used(record.start, by);
        inode = known(record.inode) ? record.inode : inode;
        block = known(record.identity.firstBlock()) ? record.identity.firstBlock() : block;
        if (record.type == RecordType.CREATE) {
            created(record.start, by);
        }
        if (record.type == RecordType.RESIZE || (record.type == RecordType.CREATE && !known(record.length))) {
            changed(record.start);
        }
        attributes = merged(attributes, record.attributes, record.type == RecordType.CREATE);
        if (record.type == RecordType.TRUNCATE) {
            size = record.length;
        } else if (known(record.length)) {
            sized = true;
            size = imageSized ? record.length : Math.max(size, record.length);
            imageSized = false;
        }
        size = Math.max(size, record.reached);
        extent = Math.max(extent, Math.max(size, Math.max(record.length, record.accessed)));
    }

    /** Appends another file, which may be unknown: null. */
    void grow(FileNode source, long nanos) {
        if (source == null || !source.sized) {
            changed(nanos);
        }
        size += source == null ? 0 : source.size;
        extent = Math.max(extent, size);
        changedNanos = Math.max(changedNanos, nanos);
    }

    /** Ends the life of the file, unless it has ended. */
    void end(FileFacts.End how, long atNanos, int by) {
        if (how != FileFacts.End.ARCHIVED && deletedNanos == FileFacts.NEVER) {
            deletedNanos = atNanos;
        }
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
        imageSized = sized ? imageSized && (other.imageSized || !other.sized) : other.imageSized;
        sized |= other.sized;
        changedNanos = Math.max(changedNanos, other.changedNanos);
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
        deletedNanos = Math.min(deletedNanos, other.deletedNanos);
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
                isEnded() ? Math.max(endNanos, createdNanos) : lastNanos,
                Math.max(deletedNanos, createdNanos),
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
