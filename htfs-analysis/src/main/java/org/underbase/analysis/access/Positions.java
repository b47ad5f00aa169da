package org.underbase.analysis.access;

import java.util.HashMap;
import java.util.Map;

/** Positions of streams, for reads and writes whose offset is not in the trace. */
final class Positions {
    private record Stream(int process, long id) {}

    private final Map<Stream, Long> ends = new HashMap<>();
    private int lastProcess;
    private long lastStream = Long.MIN_VALUE;
    private long lastEnd;

    /** Gives an access without an offset the running position of its stream, if an earlier access showed it. */
    void place(ChunkCursor access) {
        boolean same = access.stream() == lastStream && access.process() == lastProcess;
        if (!same) {
            if (lastStream != Long.MIN_VALUE) {
                ends.put(new Stream(lastProcess, lastStream), lastEnd);
            }
            lastProcess = access.process();
            lastStream = access.stream();
            lastEnd =
                    access.offset() >= 0 ? 0 : ends.getOrDefault(new Stream(lastProcess, lastStream), Access.UNPLACED);
        }
        if (access.offset() < 0) {
            access.place(lastEnd);
        }
        lastEnd = access.offset() < 0 ? Access.UNPLACED : access.offset() + access.length();
    }
}
