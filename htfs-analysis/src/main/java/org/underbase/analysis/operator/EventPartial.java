package org.underbase.analysis.operator;

import org.underbase.htfs.format.TraceEvent;

/**
 * Partial that reads events.
 *
 * @param <P> the type itself
 */
public interface EventPartial<P extends Partial<P>> extends Partial<P> {
    /** Adds the next event of this part. The event is a cursor: only its strings may be kept. */
    void accept(TraceEvent event);
}
