package org.underbase.combinedlog.journal;

import java.io.IOException;
import java.util.Set;

/**
 * Owner of a journal's records: it makes the content of a full segment durable elsewhere, so that the segment can be reused.
 *
 * @param <K> owner of a record
 */
public interface Checkpointer<K> {
    /**
     * Makes the content of some owners' records durable elsewhere. May append records, which are on disk before the older ones
     * are discarded; a close discards both, because no write follows. Called by one thread at a time.
     *
     * @param keys owners of the segment's records
     * @param sequence last sequence of the segment
     * @param pace called after each expensive step
     * @throws IOException if it fails: the records are kept and the call is repeated
     */
    void makeDurable(Set<K> keys, long sequence, Pace pace) throws IOException;

    /**
     * Reports that the records up to a sequence were discarded, on disk as well.
     *
     * @param sequence sequence of the last discarded record
     */
    void forgotten(long sequence);

    /** Callback that spreads a checkpoint over time, to limit its effect on writers. */
    interface Pace {
        /**
         * Pauses as long as the free segments permit.
         *
         * @param spentNanos duration of the step, in nanoseconds
         */
        void rest(long spentNanos);
    }
}
