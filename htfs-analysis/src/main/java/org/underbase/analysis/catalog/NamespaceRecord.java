package org.underbase.analysis.catalog;

import java.io.IOException;
import org.underbase.analysis.operator.Fields;
import org.underbase.htfs.format.FileIdentity;
import org.underbase.htfs.format.TraceEvent;

/** Call that tells something about a file or changes the namespace. */
final class NamespaceRecord {
    /** Value of a number that is unknown. */
    static final long UNKNOWN = -1;

    /** Record to read others with. */
    static final NamespaceRecord BLANK =
            new NamespaceRecord(0, RecordType.SIGHT, 0, "", "", FileIdentity.NONE, UNKNOWN, UNKNOWN, Attributes.NONE);

    final long start;
    final RecordType type;
    final long file;
    final String path;
    final String other;
    final FileIdentity identity;
    final long inode;
    /** Length of the file according to the call, in bytes. */
    final long length;

    final Attributes attributes;
    /** Largest end of a write to the file by this process between this record and its next one for the file. */
    long reached = UNKNOWN;
    /** Largest end of a read or write, in the same way. */
    long accessed = UNKNOWN;

    private NamespaceRecord(
            long start,
            RecordType type,
            long file,
            String path,
            String other,
            FileIdentity identity,
            long inode,
            long length,
            Attributes attributes) {
        this.start = start;
        this.type = type;
        this.file = file;
        this.path = path;
        this.other = other;
        this.identity = identity;
        this.inode = inode;
        this.length = length;
        this.attributes = attributes;
    }

    NamespaceRecord(TraceEvent event, RecordType type, long length, Attributes attributes) {
        this(
                event.startNanos(),
                type,
                event.fileId(),
                event.path(),
                event.otherPath(),
                event.identity(),
                event.inode(),
                length,
                attributes);
    }

    /** Whether the record is of the file with its local id. */
    boolean isOfFile() {
        return switch (type) {
            case SIGHT, USE, CREATE, TRUNCATE, RESIZE, CONCAT -> true;
            case DIRECTORY, RENAME, MOVE, DELETE -> false;
        };
    }

    /** Passes the fields, and returns a record with the results. */
    NamespaceRecord transfer(Fields fields) throws IOException {
        NamespaceRecord record = new NamespaceRecord(
                fields.number(start),
                fields.constant(type),
                fields.number(file),
                fields.text(path),
                fields.text(other),
                new FileIdentity(
                        fields.text(identity.fileSystem()),
                        fields.text(identity.blockPool()),
                        fields.number(identity.firstBlock()),
                        fields.text(identity.ecPolicy())),
                fields.number(inode),
                fields.number(length),
                attributes.transfer(fields));
        record.reached = fields.number(reached);
        record.accessed = fields.number(accessed);
        return record;
    }
}
