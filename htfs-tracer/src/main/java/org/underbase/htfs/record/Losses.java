package org.underbase.htfs.record;

import java.util.ArrayList;
import java.util.List;
import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.Drops;

/** Lost calls by thread, kind and cause. Not thread-safe. */
final class Losses {
    /** Maximum number of entries; further threads share the entries of an unnamed thread. */
    private static final int MAX = 1024;

    private final List<Entry> entries = new ArrayList<>();

    /** The lost calls of one thread, kind and cause. */
    static final class Entry {
        final long threadId;
        final String thread;
        final Call.Kind kind;
        final Drops.Cause cause;
        long calls;
        long bytes;
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;

        private Entry(long threadId, String thread, Call.Kind kind, Drops.Cause cause) {
            this.threadId = threadId;
            this.thread = thread;
            this.kind = kind;
            this.cause = cause;
        }

        private boolean is(long id, String name, Call.Kind ofKind, Drops.Cause by) {
            return threadId == id && kind == ofKind && cause == by && thread.equals(name);
        }
    }

    /**
     * Adds lost calls.
     *
     * @param threadId id of the thread
     * @param thread name of the thread
     * @param kind kind of the calls
     * @param cause cause of the loss
     * @param calls number of calls
     * @param bytes number of bytes that they moved
     * @param first start of the first call, as a value of {@link System#nanoTime}
     * @param last end of the last call, as a value of {@link System#nanoTime}
     */
    void add(
            long threadId,
            String thread,
            Call.Kind kind,
            Drops.Cause cause,
            long calls,
            long bytes,
            long first,
            long last) {
        Entry entry = entry(threadId, thread, kind, cause);
        entry.first = Math.min(entry.first, first);
        entry.last = Math.max(entry.last, last);
        // Last, so that an error before counts nothing.
        entry.calls += calls;
        entry.bytes += bytes;
    }

    List<Entry> entries() {
        return entries;
    }

    private Entry entry(long id, String thread, Call.Kind kind, Drops.Cause cause) {
        for (int i = entries.size() - 1; i >= 0; i--) {
            if (entries.get(i).is(id, thread, kind, cause)) {
                return entries.get(i);
            }
        }
        if (entries.size() >= MAX && id >= 0) {
            return entry(-1, "", kind, cause);
        }
        Entry added = new Entry(id, thread, kind, cause);
        entries.add(added);
        return added;
    }
}
