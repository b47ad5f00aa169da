package org.underbase.htfs.cli;

import org.underbase.htfs.format.TraceEvent;

/** A text format of events; stateful, for one export. */
interface EventFormat {
    /** Returns the first line without its end, or the empty string if the format has no header. */
    String header();

    /** Returns the lines of an event without the last line's end, or the empty string if the format has no such event. */
    CharSequence lines(TraceEvent event);
}
