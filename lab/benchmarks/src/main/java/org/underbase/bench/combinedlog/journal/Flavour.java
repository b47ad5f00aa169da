package org.underbase.bench.combinedlog.journal;

import org.apache.bookkeeper.conf.ServerConfiguration;

/** How BookKeeper's journal is set: as it is shipped, and in two ways that serve writers that wait better. */
enum Flavour {
    DEFAULTS("defaults"),
    QUEUE_EMPTY("journalFlushWhenQueueEmpty=true"),
    SHORT_WAIT("journalMaxGroupWaitMSec=1");

    private final String title;

    Flavour(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    void apply(ServerConfiguration conf) {
        switch (this) {
            case DEFAULTS -> {}
            case QUEUE_EMPTY -> conf.setJournalFlushWhenQueueEmpty(true);
            case SHORT_WAIT -> conf.setJournalMaxGroupWaitMSec(1);
        }
    }
}
