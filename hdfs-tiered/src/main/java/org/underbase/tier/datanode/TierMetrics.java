package org.underbase.tier.datanode;

import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.Interns;

/**
 * Metrics source for the announcements of a DataNode, for JMX and Prometheus: a record per NameNode with the tags
 * {@code Tier}, {@code Namenode} and {@code State}, a gauge {@code Known} (0 or 1), and counters {@code Announcements}
 * and {@code AnnouncementsFailed}.
 */
final class TierMetrics implements MetricsSource {
    private final String name;
    private final String tier;
    private final Supplier<List<AnnouncementState>> standings;

    /** @param address transfer address of the DataNode, which makes the name unique in a JVM with several DataNodes */
    TierMetrics(String tier, String address, Supplier<List<AnnouncementState>> standings) {
        this.name = "DatanodeTier-" + address.replace(':', '-');
        this.tier = tier;
        this.standings = standings;
    }

    void register() {
        DefaultMetricsSystem.instance().register(name, "The DataNode's tier at each NameNode", this);
    }

    void unregister() {
        DefaultMetricsSystem.instance().unregisterSource(name);
    }

    @Override
    public void getMetrics(MetricsCollector collector, boolean all) {
        for (AnnouncementState standing : standings.get()) {
            AnnouncementState.State state = standing.state();
            collector
                    .addRecord("DatanodeTier")
                    .setContext("dfs")
                    .tag(Interns.info("Tier", "The DataNode's tier"), tier)
                    .tag(Interns.info("Namenode", "NameNode of the announcements"), standing.namenode())
                    .tag(
                            Interns.info("State", "Last response of the NameNode"),
                            state.name().toLowerCase(Locale.ROOT))
                    .addGauge(
                            Interns.info("Known", "1 when the NameNode knows the tier of this DataNode"),
                            state == AnnouncementState.State.KNOWN ? 1 : 0)
                    .addCounter(Interns.info("Announcements", "Number of announcements"), standing.announcements())
                    .addCounter(
                            Interns.info("AnnouncementsFailed", "Number of failed and rejected announcements"),
                            standing.failures());
        }
    }
}
