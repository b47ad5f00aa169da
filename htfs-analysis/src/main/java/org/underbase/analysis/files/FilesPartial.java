package org.underbase.analysis.files;

import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Long2ObjectHashMap;
import org.underbase.analysis.operator.ByProcess;
import org.underbase.analysis.operator.Partial;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.TraceEvent;

/**
 * Files created or written, renames and deletes, by process. Memory: about 150 bytes and a path per file created or
 * written, about 50 bytes and two paths per successful rename or delete.
 */
public final class FilesPartial implements Partial<FilesPartial> {
    final ByProcess<Files> files = new ByProcess<>(Files::new);
    long endNanos = Long.MIN_VALUE;

    FilesPartial() {}

    @Override
    public void accept(TraceEvent event) {
        endNanos = Math.max(endNanos, event.startNanos());
        Call call = event.call();
        switch (call.kind()) {
            case WRITE -> write(event);
            case OPEN -> {
                boolean creates = call == Call.CREATE || call == Call.WAL_OPEN;
                if (creates && event.exception().isEmpty()) {
                    files.of(event).file(event.fileId()).created(event.startNanos(), event.path());
                }
            }
            case META -> {
                if (call == Call.RENAME || call == Call.DELETE) {
                    namespace(event, call);
                } else if (call == Call.CREATE_NEW_FILE && event.result() == 1) {
                    files.of(event).file(event.fileId()).created(event.startNanos(), event.path());
                } else if (call == Call.ACTIVITY && event.exception().isEmpty()) {
                    files.of(event).file(event.fileId()).created(event.startNanos(), event.path());
                    write(event);
                }
            }
            case READ, READ_GROUP, SYNC, CLOSE, STREAM -> {}
        }
    }

    private void write(TraceEvent event) {
        long bytes = event.result();
        if (bytes > 0) {
            files.of(event).file(event.fileId()).reached(Math.max(event.offset(), 0) + bytes);
        }
    }

    private void namespace(TraceEvent event, Call call) {
        // A delete and the rename without options return false if nothing happened; the rename with options throws.
        boolean done = event.result() == 1 || event.detail().contains("options=");
        if (event.exception().isEmpty() && done) {
            boolean rename = call == Call.RENAME;
            files.of(event)
                    .changes
                    .add(new Change(
                            event.startNanos(),
                            rename ? NamespaceChange.Type.RENAME : NamespaceChange.Type.DELETE,
                            event.path(),
                            rename ? event.otherPath() : ""));
        }
    }

    @Override
    public void merge(FilesPartial later) {
        endNanos = Math.max(endNanos, later.endNanos);
        files.merge(later.files, Files::add);
    }

    /** Rename or delete, without its process. */
    record Change(long atNanos, NamespaceChange.Type type, String path, String target) {}

    /** Files and changes of one process. */
    static final class Files {
        final Long2ObjectHashMap<CreatedFile> byId = new Long2ObjectHashMap<>();
        final List<Change> changes = new ArrayList<>();

        CreatedFile file(long id) {
            CreatedFile file = byId.get(id);
            if (file == null) {
                file = new CreatedFile();
                byId.put(id, file);
            }
            return file;
        }

        void add(Files later) {
            later.byId.forEach((id, file) -> {
                CreatedFile mine = byId.get(id);
                if (mine == null) {
                    byId.put(id, file);
                } else {
                    mine.add(file);
                }
            });
            changes.addAll(later.changes);
        }
    }
}
