package org.underbase.sim.hats.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.underbase.operator.output.CheckPoint;
import org.underbase.sim.hats.cluster.Policy;
import org.underbase.sim.hats.job.Job;

class StudyTest {
    /** The shares that real NameNodes had with 39 registered DataNodes (docs/evidence/bench-tiers.md). */
    @Test
    void replicasAreWhereStockHdfsPlacesThem() {
        Metrics metrics = new Metrics();
        for (int seed = 0; seed < 5; seed++) {
            Testbed.grep(Policy.NETWORK_AWARE, TestbedStudy.paperSettings(1250, false), seed, metrics);
        }

        assertThat(metrics.of(Metric.STORED_PCIE)).isCloseTo(0.071, within(0.01));
        assertThat(metrics.of(Metric.STORED_SATA)).isCloseTo(0.210, within(0.01));
        assertThat(metrics.of(Metric.STORED_HDD)).isCloseTo(0.719, within(0.01));
        assertThat(metrics.of(Metric.ONE_RACK)).isZero();
    }

    /** The paper's Figure 13 is what its devices give with its shares of reads, without any contention. */
    @Test
    void theMixOfDevicesExplainsTheLargeCluster() {
        List<CheckPoint> points = CheckPoints.deviceMix();

        assertThat(points).allMatch(CheckPoint::agrees);
        assertThat(points.get(0).value()).isCloseTo(34.5, within(0.1));
        assertThat(points.get(1).value()).isCloseTo(-25.7, within(0.1));
    }

    @Test
    void allJobsEndUnderEveryPolicyAndLoad() {
        Workload workload = new Workload(
                List.of(
                        new Job(0, 900_000_000, 100_000_000, 300_000_000, "a"),
                        new Job(5, 70_000_000, 0, 0, "b"),
                        new Job(7, 0, 0, 1000, "c"),
                        new Job(9, 900_000_000, 0, 5, "a")),
                Map.of("a", 900_000_000L, "b", 70_000_000L, "c", 0L));
        ClusterRun run = new ClusterRun(Scenario.paper(45, true).with("uplink", 10), workload);
        for (Policy policy : Policy.values()) {
            for (boolean saturated : new boolean[] {false, true}) {
                Metrics metrics = run.run(policy, saturated, 1, fraction -> {});

                assertThat(metrics.of(Metric.MAKESPAN)).isPositive();
                assertThat(metrics.of(Metric.RATE)).isBetween(1.0, 533.0);
            }
        }
    }

    @Test
    void inputsThatDoNotFitAreRejected() {
        Workload large = new Workload(List.of(new Job(0, 1, 0, 0, "a")), Map.of("a", 100_000_000_000_000L));

        assertThatThrownBy(() -> new ClusterRun(Scenario.paper(40, false), large))
                .hasMessage("the inputs need 300 TB with 3 replicas, the HDDs of 40 nodes have 240 TB");
    }
}
