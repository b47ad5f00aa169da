package org.underbase.analysis.catalog;

import java.io.IOException;
import org.underbase.analysis.operator.ByProcess;
import org.underbase.analysis.operator.EventPartial;
import org.underbase.analysis.operator.Fields;
import org.underbase.htfs.format.BlockCursor;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.Details;
import org.underbase.htfs.format.TraceEvent;
import org.underbase.htfs.format.TraceWriter;

/**
 * Namespace records of a part of a trace. Memory: about 60 bytes per call that opens, creates, renames, deletes or truncates a
 * file, returns its length, or creates a directory.
 */
public final class CatalogPartial implements EventPartial<CatalogPartial> {
    final ByProcess<ProcessRecords> processes = new ByProcess<>(ProcessRecords::new);
    long firstNanos = Long.MAX_VALUE;
    long lastNanos = Long.MIN_VALUE;

    CatalogPartial() {}

    @Override
    public void accept(TraceEvent event) {
        firstNanos = Math.min(firstNanos, event.startNanos());
        lastNanos = Math.max(lastNanos, event.startNanos());
        Call call = event.call();
        switch (call.kind()) {
            case READ -> {
                ProcessRecords.LocalFile file = sight(event);
                if (event.result() > 0) {
                    file.accessed(Math.max(event.offset(), 0) + event.result());
                }
            }
            case READ_GROUP, SYNC, CLOSE, STREAM -> sight(event);
            case WRITE -> write(event);
            case OPEN -> {
                if (event.exception().isEmpty()) {
                    open(event, call);
                }
            }
            case META -> {
                if (event.exception().isEmpty()) {
                    meta(event, call);
                }
            }
        }
    }

    @Override
    public void acceptAll(BlockCursor block) {
        while (block.next()) {
            accept(block);
        }
    }

    private void open(TraceEvent event, Call call) {
        boolean creates = call == Call.CREATE || call == Call.WAL_OPEN;
        boolean changes = creates || call == Call.APPEND;
        long length = creates ? 0 : call == Call.APPEND ? event.offset() : event.length();
        boolean hidden = changes && lacksSizes(event);
        add(
                event,
                creates ? RecordType.CREATE : hidden ? RecordType.RESIZE : RecordType.USE,
                hidden ? NamespaceRecord.UNKNOWN : length,
                Attributes.of(event));
    }

    /** Whether the source of the event shows no bytes: a file that it creates or changes has an unknown size. */
    private static boolean lacksSizes(TraceEvent event) {
        return event.label().equals(TraceWriter.IMPORTED + "audit");
    }

    private void meta(TraceEvent event, Call call) {
        boolean done = event.result() == 1;
        switch (call) {
            case GET_FILE_STATUS -> status(event, Details.number(event.detail(), "length", NamespaceRecord.UNKNOWN));
            case GET_LENGTH -> status(event, event.result());
            case CREATE_NEW_FILE -> addIf(done, event, RecordType.CREATE);
            case MKDIRS -> addIf(done, event, RecordType.DIRECTORY);
            case DELETE -> addIf(done, event, RecordType.DELETE);
            // The call itself is on the base path: each deleted path has a separate event.
            case BULK_DELETE -> addIf(done && event.calls() == 0, event, RecordType.DELETE);
            case RENAME -> {
                boolean exact = exact(event);
                addIf(exact || done, event, exact ? RecordType.RENAME : RecordType.MOVE);
            }
            // These return no boolean: they throw if they change nothing.
            case MKDIR -> add(event, RecordType.DIRECTORY, NamespaceRecord.UNKNOWN, Attributes.NONE);
            case CONCAT -> add(event, RecordType.CONCAT, NamespaceRecord.UNKNOWN, Attributes.NONE);
            case TRUNCATE -> {
                long length = Details.number(event.detail(), "length", NamespaceRecord.UNKNOWN);
                if (length >= 0) {
                    add(event, RecordType.TRUNCATE, length, Attributes.NONE);
                } else if (lacksSizes(event)) {
                    add(event, RecordType.RESIZE, NamespaceRecord.UNKNOWN, Attributes.NONE);
                }
            }
            case ACTIVITY -> {
                add(event, RecordType.CREATE, 0, Attributes.of(event));
                write(event);
            }
            case SET_REPLICATION -> {
                if (done) {
                    sight(event);
                }
            }
            default -> {}
        }
    }

    private void status(TraceEvent event, long length) {
        if (length >= 0) {
            add(event, RecordType.USE, length, Attributes.NONE);
        }
    }

    private void addIf(boolean condition, TraceEvent event, RecordType type) {
        if (condition) {
            add(event, type, type == RecordType.CREATE ? 0 : NamespaceRecord.UNKNOWN, Attributes.NONE);
        }
    }

    private void add(TraceEvent event, RecordType type, long length, Attributes attributes) {
        processes.of(event).add(new NamespaceRecord(event, type, length, attributes));
    }

    private ProcessRecords.LocalFile sight(TraceEvent event) {
        ProcessRecords records = processes.of(event);
        ProcessRecords.LocalFile file = records.file(event.fileId());
        if (file != null && file.knows(event.inode(), event.identity().firstBlock())) {
            return file;
        }
        records.add(new NamespaceRecord(event, RecordType.SIGHT, NamespaceRecord.UNKNOWN, Attributes.NONE));
        return records.file(event.fileId());
    }

    private void write(TraceEvent event) {
        ProcessRecords.LocalFile file = sight(event);
        if (event.result() > 0) {
            file.reached(Math.max(event.offset(), 0) + event.result());
        }
    }

    /**
     * Whether a rename is to exactly its second path; the form without these details moves into a directory. Older traces have
     * an empty value for a rename without options.
     */
    private static boolean exact(TraceEvent event) {
        return Details.contains(event.detail(), "options") || Details.contains(event.detail(), "overwrite");
    }

    @Override
    public void transfer(Fields fields) throws IOException {
        firstNanos = fields.number(firstNanos);
        lastNanos = fields.number(lastNanos);
        processes.transfer(fields, (stream, records) -> records.transfer(stream));
    }

    @Override
    public void merge(CatalogPartial later) {
        firstNanos = Math.min(firstNanos, later.firstNanos);
        lastNanos = Math.max(lastNanos, later.lastNanos);
        processes.merge(later.processes, ProcessRecords::add);
    }
}
