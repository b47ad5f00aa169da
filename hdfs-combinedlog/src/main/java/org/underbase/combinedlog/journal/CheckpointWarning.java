package org.underbase.combinedlog.journal;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says why checkpoints fail: what is tried again and again fails in the same way, and is logged once. Thread-safe. */
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
            LOG.warn("A segment of the journal in {} cannot be freed; it is tried again until it can", journal, cause);
        }
        last = message;
    }

    /** One line, empty where none failed. */
    String last() {
        return last;
    }
}
