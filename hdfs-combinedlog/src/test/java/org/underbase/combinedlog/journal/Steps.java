package org.underbase.combinedlog.journal;

import java.io.IOException;

/** Drives a journal by hand, without threads: one step after another, as a simulation needs it. */
public final class Steps {
    private Steps() {}

    /**
     * Starts a journal whose caller commits and checkpoints.
     *
     * @param journal not started
     * @param owner of its records
     * @param <K> what a record belongs to
     * @throws IOException as {@link Journal#start} does
     */
    public static <K> void start(Journal<K> journal, Checkpointer<K> owner) throws IOException {
        journal.startByHand(owner, failure -> {});
    }

    /**
     * Writes and forces what has come together.
     *
     * @param journal started by hand
     * @return false where there was nothing
     */
    public static boolean commit(Journal<?> journal) {
        return journal.commitStep();
    }

    /**
     * Checkpoints the oldest full segment.
     *
     * @param journal started by hand
     * @return false where there is none or it failed
     */
    public static boolean checkpoint(Journal<?> journal) {
        return journal.checkpointStep();
    }
}
