package org.underbase.combinedlog.datanode;

import org.apache.hadoop.conf.Configuration;
import org.underbase.combinedlog.journal.JournalStatistics;

/** Metrics of a DataNode that runs without its journal: {@code JournalActive} is 0, so that alerts see it. */
public final class InactiveJournal implements AutoCloseable {
    private final JournalMetrics metrics;

    /**
     * Registers the metrics.
     *
     * @param name name of the DataNode
     * @param conf configuration of the DataNode
     */
    public InactiveJournal(String name, Configuration conf) {
        metrics = new JournalMetrics(name, conf, () -> JournalStatistics.NONE, () -> false, () -> 0);
        metrics.register();
    }

    @Override
    public void close() {
        metrics.close();
    }
}
