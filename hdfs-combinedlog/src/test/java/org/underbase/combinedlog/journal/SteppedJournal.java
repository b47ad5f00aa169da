package org.underbase.combinedlog.journal;

import java.io.IOException;
import java.util.Map;

/** Step-by-step control of a journal without threads, for simulations. */
public final class SteppedJournal {
    private SteppedJournal() {}

    /**
     * Starts a journal whose caller commits and checkpoints.
     *
     * @param journal journal to start
     * @param owner owner of its records
     * @param <K> owner of a record
     * @throws IOException as thrown by {@link Journal#start}
     */
    public static <K> void start(Journal<K> journal, Checkpointer<K> owner) throws IOException {
        start(journal, owner, Map.of());
    }

    /**
     * As {@link #start(Journal, Checkpointer)}, but keeps replayed records.
     *
     * @param journal journal to start
     * @param owner owner of its records
     * @param kept sequences of the kept records by owner
     * @param <K> owner of a record
     * @throws IOException as thrown by {@link Journal#start}
     */
    public static <K> void start(Journal<K> journal, Checkpointer<K> owner, Map<K, SequenceRange> kept)
            throws IOException {
        journal.startStepped(owner, failure -> {}, kept);
    }

    /**
     * Writes and fsyncs the collected records.
     *
     * @param journal stepped journal
     * @return false if there were none
     */
    public static boolean commit(Journal<?> journal) {
        return journal.commitStep();
    }

    /**
     * Checkpoints the oldest full segment.
     *
     * @param journal stepped journal
     * @return false without a full segment and after a failed checkpoint
     */
    public static boolean checkpoint(Journal<?> journal) {
        return journal.checkpointStep();
    }
}
