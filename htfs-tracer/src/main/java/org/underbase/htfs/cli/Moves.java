package org.underbase.htfs.cli;

import org.underbase.htfs.format.Call;
import org.underbase.htfs.format.TraceEvent;

/** Selection of the events that move bytes at a known offset. */
final class Moves {
    private Moves() {}

    static boolean reads(TraceEvent event) {
        return event.call().kind() == Call.Kind.READ && moves(event);
    }

    static boolean writes(TraceEvent event) {
        return event.call().kind() == Call.Kind.WRITE && moves(event);
    }

    private static boolean moves(TraceEvent event) {
        return event.result() > 0 && event.offset() >= 0;
    }
}
