package org.underbase.bench.combinedlog.journal;

import org.apache.bookkeeper.conf.ServerConfiguration;

/** Configurations of BookKeeper's journal: the default and two that reduce the latency of waiting writers. */
enum JournalConfiguration {
    DEFAULTS("defaults"),
    QUEUE_EMPTY("journalFlushWhenQueueEmpty=true"),
    SHORT_WAIT("journalMaxGroupWaitMSec=1");

    private final String title;

    JournalConfiguration(String title) {
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
