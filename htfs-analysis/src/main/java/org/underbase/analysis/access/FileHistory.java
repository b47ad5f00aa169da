package org.underbase.analysis.access;

import org.underbase.htfs.format.Call;

/** Histories of the bytes of one file: by all accesses, and by reads that serve requests only. */
public final class FileHistory {
    private final RangeHistory all = new RangeHistory();
    private RangeHistory core;

    /** Returns the history by all accesses. */
    public RangeHistory all() {
        return all;
    }

    /** Returns the history by the reads that serve requests. */
    public RangeHistory core() {
        if (core == null) {
            core = new RangeHistory();
        }
        return core;
    }

    /** Adds an access, in the order of time. */
    public void add(Access access) {
        if (access.call() == Call.TRUNCATE) {
            all.truncate(access.length());
            if (core != null) {
                core.truncate(access.length());
            }
            return;
        }
        long from = access.offset();
        long to = from + access.length();
        if (from < 0) {
            return;
        }
        if (access.reads()) {
            all.read(from, to, access.core(), access.startNanos());
            if (access.core()) {
                core().read(from, to, true, access.startNanos());
            }
        } else if (access.writes()) {
            all.write(from, to, access.core());
        }
    }
}
