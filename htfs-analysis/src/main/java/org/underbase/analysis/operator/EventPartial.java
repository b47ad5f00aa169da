package org.underbase.analysis.operator;

import org.underbase.htfs.format.BlockCursor;
import org.underbase.htfs.format.TraceEvent;

/**
 * Partial that reads events.
 *
 * @param <P> the type itself
 */
public interface EventPartial<P extends Partial<P>> extends Partial<P> {
    /** Adds the next event of this part. The event is a cursor: only its strings may be kept. */
    void accept(TraceEvent event);

    /**
     * Adds the events of a block after the cursor. Implementations repeat this loop, so that the compiler includes their
     * {@link #accept} and the cursor in it.
     */
    default void acceptAll(BlockCursor block) {
        while (block.next()) {
            accept(block);
        }
    }

    /** Whether {@link #accept} reads durations; a source may not decode them otherwise. */
    default boolean readsDurations() {
        return false;
    }
}
