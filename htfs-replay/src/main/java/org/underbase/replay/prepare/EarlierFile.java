package org.underbase.replay.prepare;

import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.Details;
import org.underbase.htfs.format.TraceEvent;

/** Size of a file before the trace: the first length that a call shows, or the furthest read. */
final class EarlierFile {
    private static final long UNKNOWN = -1;

    final String path;
    final int file;
    private long shown = UNKNOWN;
    private long read;
    private boolean changed;

    EarlierFile(String path, int file) {
        this.path = path;
        this.file = file;
    }

    void add(TraceEvent event) {
        long length = length(event);
        shown = shown == UNKNOWN && !changed ? length : shown;
        Call.Kind kind = event.call().kind();
        changed |= kind == Call.Kind.WRITE || event.call() == Call.APPEND || event.call() == Call.TRUNCATE;
        if (kind == Call.Kind.READ && !changed && event.result() > 0 && event.offset() >= 0) {
            read = Math.max(read, event.offset() + event.result());
        }
    }

    private static long length(TraceEvent event) {
        return switch (event.call()) {
            case OPEN -> event.length();
            case APPEND, WRITE, WAL_WRITE -> event.offset();
            case GET_FILE_STATUS -> Details.number(event.detail(), "length", UNKNOWN);
            case GET_LENGTH -> event.result();
            case TRUNCATE -> Details.number(event.detail(), "length", UNKNOWN);
            default -> UNKNOWN;
        };
    }

    /**
     * Returns the size in bytes. A reader that found more than a call showed read a file that grew without recorded calls.
     *
     * @param trim whether a file that no call changes ends at the furthest read
     */
    long size(boolean trim) {
        return trim && !changed ? read : Math.max(Math.max(shown, 0), read);
    }
}
