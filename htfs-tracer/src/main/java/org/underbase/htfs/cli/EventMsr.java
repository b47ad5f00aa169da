package org.underbase.htfs.cli;

import org.underbase.htfs.format.TraceEvent;

/** Reads and writes as CSV like the MSR Cambridge traces, with times in units of 100 ns since 1601. */
final class EventMsr implements EventFormat {
    private static final long EPOCH = 116_444_736_000_000_000L;
    private static final int TICK = 100;

    private final StringBuilder line = new StringBuilder();

    @Override
    public String header() {
        return "";
    }

    @Override
    public CharSequence lines(TraceEvent event) {
        line.setLength(0);
        boolean write = Moves.writes(event);
        if (write || Moves.reads(event)) {
            line.append(EPOCH + Math.floorDiv(event.startNanos(), TICK));
            line.append(',').append((event.host() + '-' + event.process()).replace(',', '_'));
            line.append(',').append(Math.max(0, event.fileId()));
            line.append(write ? ",Write," : ",Read,").append(event.offset());
            line.append(',').append(event.result());
            line.append(',').append(event.durationNanos() / TICK);
        }
        return line;
    }
}
