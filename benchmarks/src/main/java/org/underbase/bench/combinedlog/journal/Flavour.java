package org.underbase.bench.combinedlog.journal;

import java.util.function.Consumer;
import org.apache.bookkeeper.conf.ServerConfiguration;

/** How BookKeeper's journal is set: as it is shipped, and in two ways that serve writers that wait better. */
enum Flavour {
    DEFAULTS("defaults", conf -> {}),
    QUEUE_EMPTY("journalFlushWhenQueueEmpty=true", conf -> conf.setJournalFlushWhenQueueEmpty(true)),
    SHORT_WAIT("journalMaxGroupWaitMSec=1", conf -> conf.setJournalMaxGroupWaitMSec(1));

    private final String title;
    private final Consumer<ServerConfiguration> settings;

    Flavour(String title, Consumer<ServerConfiguration> settings) {
        this.title = title;
        this.settings = settings;
    }

    String title() {
        return title;
    }

    void apply(ServerConfiguration conf) {
        settings.accept(conf);
    }
}
