package org.underbase.combinedlog.journal;

import java.io.IOException;
import java.util.Set;

/**
 * The owner of the records: makes durable elsewhere what a full segment tells, so that it can be used again.
 *
 * @param <K> what a record belongs to
 */
public interface Checkpointer<K> {
    /**
     * Makes durable elsewhere what the records up to a sequence tell of some owners. It may append records, which are
     * on disk before the older ones are forgotten; when the journal is closed they are forgotten with them, since nothing
     * is written any more. Called by one thread at a time.
     *
     * @param keys whose records are in the segment
     * @param sequence the last one of the segment
     * @param pace called after each expensive step
     * @throws IOException where it could not be done: the records stay, and it is tried again
     */
    void makeDurable(Set<K> keys, long sequence, Pace pace) throws IOException;

    /**
     * Tells that the records up to a sequence are forgotten, on disk as well.
     *
     * @param sequence the last of them
     */
    void forgotten(long sequence);

    /** Spreads a checkpoint over time, so that writers do not feel it. */
    interface Pace {
        /**
         * Rests as long as the journal can afford.
         *
         * @param spentNanos what the step took
         */
        void rest(long spentNanos);
    }
}
