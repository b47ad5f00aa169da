package org.underbase.analysis.access;

import org.underbase.analysis.operator.ByName;
import org.underbase.htfs.format.Activity;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.Details;
import org.underbase.htfs.format.SubActivity;
import org.underbase.htfs.format.TraceEvent;

/** Fields of an access that a chunk contains for each one. Mutable and reused. */
final class AccessFields {
    private static final Activity[] ACTIVITIES = Activity.values();
    private static final SubActivity[] PARTS = SubActivity.values();
    private static final int CORE = 1;
    private static final int SYSTEM = 2;
    private static final int SERIES = 4;

    private final FileDetail detail;
    private final boolean systemInCore;
    Call call = Call.UNKNOWN;
    long calls;
    Activity activity = Activity.OTHER;
    SubActivity part = SubActivity.NONE;
    boolean core;
    boolean system;
    long start;
    long offset;
    long length;
    long stream;
    long thread;

    /** Numbers of the threads without an id by their names, 0 before their first event. */
    private ByName<long[]> threads;

    AccessFields() {
        this(FileDetail.CALLS, false);
    }

    /**
     * @param detail detail that the figures read
     * @param systemInCore whether calls on HBase's own tables count as core
     */
    AccessFields(FileDetail detail, boolean systemInCore) {
        this.detail = detail;
        this.systemInCore = systemInCore;
    }

    /** Takes the fields of an event; returns false if it is no access to a file, or one that will not be read. */
    boolean take(TraceEvent event) {
        call = event.call();
        offset = event.offset();
        if (!isWanted() || !takeLength(event)) {
            return false;
        }
        Call each = event.eachCall();
        call = each.kind() == call.kind() ? each : call;
        calls = event.calls();
        activity = event.activity();
        part = event.subActivity();
        boolean serves = event.call().kind() == Call.Kind.READ
                ? activity == Activity.READ
                : activity == Activity.FLUSH && moves();
        system = serves && event.place().system();
        core = serves && (systemInCore || !system);
        start = event.startNanos();
        stream = event.streamId();
        long id = event.threadId();
        thread = id >= 0 ? id : named(event.thread());
        return true;
    }

    /** Whether the call reads or writes bytes. */
    boolean moves() {
        return call.kind() == Call.Kind.READ || call.kind() == Call.Kind.WRITE || call == Call.ACTIVITY;
    }

    private boolean isWanted() {
        return detail.compareTo(FileDetail.CALLS) >= 0
                || (detail == FileDetail.CHANGES && (call.kind() == Call.Kind.WRITE || call.kind() == Call.Kind.META));
    }

    private boolean takeLength(TraceEvent event) {
        boolean succeeded = event.exception().isEmpty();
        length = event.result();
        switch (call.kind()) {
            case READ, WRITE -> {
                return length > 0;
            }
            case SYNC -> {
                return succeeded;
            }
            case OPEN -> {
                length = event.length();
                return succeeded;
            }
            case CLOSE -> {
                return true;
            }
            case STREAM -> {
                return call == Call.UNBUFFER;
            }
            case META -> {
                return succeeded && takeMeta(event);
            }
            case READ_GROUP -> {
                return false;
            }
        }
        return false;
    }

    private boolean takeMeta(TraceEvent event) {
        switch (call) {
            case ACTIVITY -> {
                offset = 0;
                return length > 0;
            }
            case TRUNCATE -> {
                length = Details.number(event.detail(), "length", -1);
                return length >= 0;
            }
            case SET_REPLICATION -> {
                length = Details.number(event.detail(), "replication", -1);
                // HDFS keeps it in 16 bits: a larger number is forged.
                return event.result() == 1 && length >= 0 && length <= Short.MAX_VALUE;
            }
            default -> {
                return false;
            }
        }
    }

    /** Returns a negative number for the name of a thread whose id is unknown. */
    private long named(String name) {
        if (threads == null) {
            threads = new ByName<>(() -> new long[1]);
        }
        long[] number = threads.of(name);
        if (number[0] == 0) {
            number[0] = -1 - hash(name);
        }
        return number[0];
    }

    private static long hash(String thread) {
        long hash = 0;
        for (int i = 0; i < thread.length(); i++) {
            hash = 31 * hash + thread.charAt(i);
        }
        return hash & Long.MAX_VALUE >> 1;
    }

    // Ordinals are safe here: a chunk does not outlive the process.
    @SuppressWarnings("EnumOrdinal")
    int flags() {
        return (core ? CORE : 0)
                | (system ? SYSTEM : 0)
                | (calls == 1 ? 0 : SERIES)
                | activity.ordinal() << 3
                | part.ordinal() << 6;
    }

    /** Takes flags; returns whether the number of calls is in the chunk. */
    boolean flags(long flags) {
        core = (flags & CORE) != 0;
        system = (flags & SYSTEM) != 0;
        activity = ACTIVITIES[(int) (flags >> 3 & 7)];
        part = PARTS[(int) (flags >> 6)];
        return (flags & SERIES) != 0;
    }
}
