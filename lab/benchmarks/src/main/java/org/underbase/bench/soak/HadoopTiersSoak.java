package org.underbase.bench.soak;

import java.util.List;

/**
 * Runs Hadoop's own tests of placement, replication, decommission, Balancer, Mover, append and HA with the classes of the
 * tiers, once with a tier and once with none, by the profile {@code soak-hadoop-tiers} of {@code hdfs-tiered}.
 */
public final class HadoopTiersSoak extends OwnTestsSoak {
    /** For the service loader. */
    public HadoopTiersSoak() {
        super(new TestFamily("hadoop-tiers", "hdfs-tiered", List.of("tiers", "none")));
    }

    @Override
    public String description() {
        return "Hadoop's own tests of placement, replication, Balancer, HA and more, with the tiers' classes";
    }
}
