package org.underbase.combinedlog.journal;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Log of failed checkpoints: a checkpoint is retried until it succeeds, so each cause is logged once. Thread-safe. */
final class CheckpointWarning {
    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);

    private final String journal;
    private volatile String last = "";

    CheckpointWarning(String journal) {
        this.journal = journal;
    }

    void failed(Exception cause) {
        String message = String.valueOf(cause.getMessage());
        if (!message.equals(last)) {
            LOG.warn("Cannot reclaim a segment of the journal in {}; retrying", journal, cause);
        }
        last = message;
    }

    /** Returns the last message in one line; empty if no checkpoint failed. */
    String last() {
        return last;
    }
}
