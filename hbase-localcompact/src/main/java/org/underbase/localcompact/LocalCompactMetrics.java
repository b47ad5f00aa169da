package org.underbase.localcompact;

import java.util.Locale;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.Interns;
import org.underbase.localcompact.coordinator.Counts;
import org.underbase.localcompact.coordinator.Reason;
import org.underbase.localcompact.worker.Merges;

/** What a RegionServer tells of its stores' compactions: the record {@code localcompact} in the context {@code regionserver}. */
record LocalCompactMetrics(Counts counts, Merges merges) implements MetricsSource {
    static final String NAME = "LocalCompact";

    @Override
    public void getMetrics(MetricsCollector collector, boolean all) {
        MetricsRecordBuilder record = collector.addRecord("localcompact").setContext("regionserver");
        record.addCounter(Interns.info("Local", "compactions whose replicas' nodes did them"), counts.local());
        record.addCounter(Interns.info("LocalBytes", "bytes of one replica of their outputs"), counts.bytes());
        record.addCounter(
                Interns.info("LocalEstimatedBytes", "bytes that these were expected to have"), counts.estimated());
        record.addCounter(
                Interns.info("LocalMissingBytes", "input bytes that were not on the nodes that merged them"),
                counts.missing());
        record.addGauge(
                Interns.info("SavedBytes", "bytes that were not sent because compactions were local"), counts.saved());
        record.addGauge(Interns.info("Merges", "merges that are open, for others and for itself"), merges.open());
        record.addCounter(
                Interns.info("RefusedMerges", "merges that others or it itself asked for and that it refused"),
                merges.refused());
        for (Reason reason : Reason.values()) {
            String name = reason.name().charAt(0) + reason.name().substring(1).toLowerCase(Locale.ROOT);
            record.addCounter(
                    Interns.info("Stock" + name, "compactions as HBase does them: " + reason), counts.stockFor(reason));
        }
    }
}
