package org.underbase.analysis.operator;

import org.underbase.htfs.format.TraceEvent;

/**
 * What an operator has gathered from a part of a trace. Merging is associative: {@code a.merge(b); a.merge(c)} gives
 * what {@code b.merge(c); a.merge(b)} gives. One thread at a time.
 *
 * @param <P> the type itself
 */
public interface Partial<P extends Partial<P>> {
    /** Takes in the next event of this part. The event is a cursor: nothing of it but its strings may be kept. */
    void accept(TraceEvent event);

    /** Takes in the part that follows this one in the trace. {@code later} is spent afterwards. */
    void merge(P later);
}
