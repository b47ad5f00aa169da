package org.underbase.analysis.access;

import org.underbase.htfs.format.Call;

/** History of the bytes of one file. */
public final class FileHistory {
    private final RangeHistory ranges = new RangeHistory();
    private final LastReads all = new LastReads();
    /** The same object until a read serves no request: most files are read only for requests, or by one compaction at their end. */
    private LastReads core = all;

    /** Returns how often the bytes were read, and by which I/O they were accessed. */
    public RangeHistory ranges() {
        return ranges;
    }

    /** Returns when the bytes were read last. */
    public LastReads lastReads() {
        return all;
    }

    /** Returns when the bytes were read last to serve a request; the same object as {@link #lastReads} if all reads did. */
    public LastReads lastCoreReads() {
        return core;
    }

    /** Adds an access, in the order of time. */
    public void add(Access access) {
        if (access.call() == Call.TRUNCATE) {
            ranges.truncate(access.length());
            all.truncate(access.length());
            if (core != all) {
                core.truncate(access.length());
            }
            return;
        }
        long from = access.offset();
        long to = from + access.length();
        if (from < 0 || to <= from) {
            return;
        }
        if (access.reads()) {
            read(from, to, access.core(), access.startNanos());
        } else if (access.writes()) {
            ranges.write(from, to, access.core());
        }
    }

    private void read(long from, long to, boolean serves, long nanos) {
        ranges.read(from, to, serves);
        if (core == all && !serves) {
            core = all.copy();
        }
        all.read(from, to, nanos);
        if (core != all && serves) {
            core.read(from, to, nanos);
        }
    }
}
