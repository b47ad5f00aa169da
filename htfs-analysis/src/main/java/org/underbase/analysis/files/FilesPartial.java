package org.underbase.analysis.files;

import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Long2ObjectHashMap;
import org.underbase.analysis.operator.ByProcess;
import org.underbase.analysis.operator.Partial;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.Details;
import org.underbase.htfs.format.TraceEvent;

/**
 * Files created, opened, looked up or written, and changes of the namespace, by process. Memory: about 150 bytes and a path per file,
 * about 50 bytes and two paths per successful rename, delete or creation of a directory.
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
                if (event.exception().isEmpty()) {
                    if (call == Call.CREATE || call == Call.WAL_OPEN) {
                        created(event);
                    } else {
                        seen(event, call == Call.APPEND ? event.offset() : event.length());
                    }
                }
            }
            case META -> {
                switch (call) {
                    case RENAME, DELETE, MKDIRS, MKDIR, CONCAT, BULK_DELETE -> namespace(event, call);
                    case TRUNCATE -> truncate(event);
                    case GET_FILE_STATUS -> seen(event, Details.number(event.detail(), "length", -1));
                    case GET_LENGTH -> seen(event, event.result());
                    case CREATE_NEW_FILE -> {
                        if (event.result() == 1) {
                            created(event);
                        }
                    }
                    case ACTIVITY -> {
                        if (event.exception().isEmpty()) {
                            created(event);
                            write(event);
                        }
                    }
                    default -> {}
                }
            }
            case READ, READ_GROUP, SYNC, CLOSE, STREAM -> {}
        }
    }

    private void write(TraceEvent event) {
        long bytes = event.result();
        if (bytes > 0) {
            files.of(event).file(event.fileId()).wrote(event.startNanos(), Math.max(event.offset(), 0) + bytes);
        }
    }

    private void truncate(TraceEvent event) {
        long length = Details.number(event.detail(), "length", -1);
        if (event.exception().isEmpty() && length >= 0) {
            files.of(event).file(event.fileId()).truncated(event.startNanos(), length);
        }
    }

    private void seen(TraceEvent event, long length) {
        if (event.exception().isEmpty() && length >= 0) {
            files.of(event).file(event.fileId()).seen(event.startNanos(), located(event, event.path()), length);
        }
    }

    private void created(TraceEvent event) {
        files.of(event).file(event.fileId()).created(event.startNanos(), located(event, event.path()));
    }

    private void namespace(TraceEvent event, Call call) {
        NamespaceChange.Type type =
                switch (call) {
                    case RENAME -> exact(event) ? NamespaceChange.Type.RENAME : NamespaceChange.Type.MOVE;
                    case DELETE, BULK_DELETE -> NamespaceChange.Type.DELETE;
                    case CONCAT -> NamespaceChange.Type.CONCAT;
                    default -> NamespaceChange.Type.DIRECTORY;
                };
        // A call that returns no boolean throws if it changes nothing.
        boolean noResult = type == NamespaceChange.Type.RENAME || call == Call.MKDIR || call == Call.CONCAT;
        boolean done = noResult || event.result() == 1;
        if (call == Call.BULK_DELETE && event.calls() > 0) {
            // The call itself, on the base path: each deleted path has a separate event.
            return;
        }
        if (event.exception().isEmpty() && done) {
            files.of(event)
                    .changes
                    .add(new Change(
                            event.startNanos(),
                            type,
                            located(event, event.path()),
                            event.otherPath().isEmpty() ? "" : located(event, event.otherPath())));
        }
    }

    /**
     * Whether a rename is to exactly its second path; the form without these details moves into a directory. Older traces have
     * an empty value for a rename without options.
     */
    private static boolean exact(TraceEvent event) {
        return Details.contains(event.detail(), "options") || Details.contains(event.detail(), "overwrite");
    }

    /** Returns a path with its file system: two may have files of one path. */
    private static String located(TraceEvent event, String path) {
        return event.identity().fileSystem() + path;
    }

    @Override
    public void merge(FilesPartial later) {
        endNanos = Math.max(endNanos, later.endNanos);
        files.merge(later.files, Files::add);
    }

    /** Change of the namespace, without its process. */
    record Change(long atNanos, NamespaceChange.Type type, String path, String target) {}

    /** Files and changes of one process. */
    static final class Files {
        final Long2ObjectHashMap<TracedFile> byId = new Long2ObjectHashMap<>();
        final List<Change> changes = new ArrayList<>();

        TracedFile file(long id) {
            TracedFile file = byId.get(id);
            if (file == null) {
                file = new TracedFile();
                byId.put(id, file);
            }
            return file;
        }

        void add(Files later) {
            later.byId.forEach((id, file) -> {
                TracedFile mine = byId.get(id);
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
