package org.underbase.tier.datanode;

import java.util.List;
import java.util.Locale;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.Interns;

/**
 * How a DataNode stands with each NameNode, a record a NameNode, in Hadoop's metrics and so in JMX and Prometheus:
 * tags {@code Tier}, {@code Namenode} and {@code State}, a gauge {@code Known} (0 or 1), counters {@code Announcements}
 * and {@code AnnouncementsFailed}.
 */
final class TierMetrics implements MetricsSource {
    private final String name;
    private final String tier;
    private final List<AnnouncementState> standings;

    /** @param address of the DataNode, which makes the name unique where several share a JVM */
    TierMetrics(String tier, String address, List<AnnouncementState> standings) {
        this.name = "DatanodeTier-" + address.replace(':', '-');
        this.tier = tier;
        this.standings = List.copyOf(standings);
    }

    void register() {
        DefaultMetricsSystem.instance().register(name, "The DataNode's tier at each NameNode", this);
    }

    void unregister() {
        DefaultMetricsSystem.instance().unregisterSource(name);
    }

    @Override
    public void getMetrics(MetricsCollector collector, boolean all) {
        for (AnnouncementState standing : standings) {
            AnnouncementState.State state = standing.state();
            collector
                    .addRecord("DatanodeTier")
                    .setContext("dfs")
                    .tag(Interns.info("Tier", "The DataNode's tier"), tier)
                    .tag(Interns.info("Namenode", "The NameNode it is announced to"), standing.namenode())
                    .tag(
                            Interns.info("State", "What the NameNode answered last"),
                            state.name().toLowerCase(Locale.ROOT))
                    .addGauge(
                            Interns.info("Known", "1 when the NameNode knows the tier of this DataNode"),
                            state == AnnouncementState.State.KNOWN ? 1 : 0)
                    .addCounter(
                            Interns.info("Announcements", "How often the tier was announced"), standing.announcements())
                    .addCounter(
                            Interns.info("AnnouncementsFailed", "How often that failed or was refused"),
                            standing.failures());
        }
    }
}
