package org.underbase.bench.soak;

import java.io.IOException;
import java.util.List;
import org.underbase.bench.frame.Progress;
import org.underbase.bench.frame.Soak;
import org.underbase.bench.frame.SoakOptions;
import org.underbase.bench.frame.SoakResult;

/**
 * Runs Hadoop's own tests of placement, replication, decommission, Balancer, Mover, append and HA with the classes of the
 * tiers, once with a tier and once with none, by the profile {@code soak-hadoop-tiers} of {@code hdfs-tiered}.
 */
public final class HadoopTiersSoak implements Soak {
    private static final TestFamily TESTS = new TestFamily("hadoop-tiers", "hdfs-tiered", List.of("tiers", "none"));

    @Override
    public String name() {
        return TESTS.name();
    }

    @Override
    public String description() {
        return "Hadoop's own tests of placement, replication, Balancer, HA and more, with the tiers' classes";
    }

    @Override
    public long defaultCount() {
        return 0;
    }

    @Override
    public String unit() {
        return "tests";
    }

    @Override
    public SoakResult run(SoakOptions options, Progress progress) throws IOException, InterruptedException {
        return TESTS.run(options, progress);
    }
}
