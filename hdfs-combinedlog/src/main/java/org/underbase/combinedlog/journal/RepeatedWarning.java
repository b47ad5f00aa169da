package org.underbase.combinedlog.journal;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Log of the failures of an action that is retried until it succeeds: each cause is logged once. Thread-safe. */
final class RepeatedWarning {
    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);

    private final String failure;
    private final String journal;
    private volatile String last = "";

    /**
     * Creates the log.
     *
     * @param failure first words of the message, such as "Cannot reclaim a segment"
     * @param journal location of the journal
     */
    RepeatedWarning(String failure, String journal) {
        this.failure = failure;
        this.journal = journal;
    }

    void failed(Exception cause) {
        String message = String.valueOf(cause.getMessage());
        if (!message.equals(last)) {
            LOG.warn("{} of the journal in {}; retrying", failure, journal, cause);
        }
        last = message;
    }

    /** Returns the last message in one line; empty if the action never failed. */
    String last() {
        return last;
    }
}
