package org.underbase.tier.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.underbase.tier.policy.RetrievalWeights.Proximity;
import org.underbase.tier.policy.RetrievalWeights.Replica;

class RetrievalWeightsTest {
    /** Read bandwidths of the paper's PCIe SSDs, SATA SSDs and HDDs, in MB/s. */
    private static final double[] RATES = {533, 191, 61};

    private static final int[] PAPER = {3, 9, 27};

    private static RetrievalWeights byDevice(boolean loadAware) {
        return new RetrievalWeights(new double[3], 2, 1.5, loadAware);
    }

    private static Replica replica(int rank, int load) {
        return new Replica(rank, RATES[rank], PAPER[rank], Proximity.REMOTE, load);
    }

    @Test
    void weightIsTheRateOfTheTierWithoutLoad() {
        Replica[] replicas = {replica(0, 7), replica(1, 0), replica(2, 3)};
        assertThat(byDevice(false).of(RetrievalPolicy.TIER_AWARE, replicas)).containsExactly(1599, 1719, 1647);
    }

    @Test
    void replicasOnOneTierShareItsWeight() {
        Replica[] replicas = {replica(0, 0), replica(2, 0), replica(2, 0)};
        assertThat(byDevice(true).of(RetrievalPolicy.TIER_AWARE, replicas)).containsExactly(1599, 823.5, 823.5);
    }

    @Test
    void loadDividesTheWeight() {
        Replica[] replicas = {replica(0, 2), replica(1, 0), replica(2, -1)};
        assertThat(byDevice(true).of(RetrievalPolicy.TIER_AWARE, replicas)).containsExactly(533, 1719, 1647);
    }

    @Test
    void loadDividesConfiguredWeightsToo() {
        RetrievalWeights weights = new RetrievalWeights(new double[] {10, 0, 1}, 1, 1, true);
        Replica[] replicas = {replica(0, 4), replica(2, 1), new Replica(TierNames.UNKNOWN, 1, 1, Proximity.NODE, 0)};
        assertThat(weights.of(RetrievalPolicy.TIER_AWARE, replicas)).containsExactly(2, 0.5, 1);
    }

    @Test
    void onlyHybridWeighsProximityAndRandomWeighsNothing() {
        Replica[] replicas = {
            new Replica(0, 1, 1, Proximity.NODE, 0),
            new Replica(1, 1, 1, Proximity.RACK, 1),
            new Replica(2, 1, 1, Proximity.REMOTE, 0)
        };
        assertThat(byDevice(true).of(RetrievalPolicy.HYBRID, replicas)).containsExactly(2, 0.75, 1);
        assertThat(byDevice(true).of(RetrievalPolicy.TIER_AWARE, replicas)).containsExactly(1, 0.5, 1);
        assertThat(byDevice(true).of(RetrievalPolicy.RANDOM, replicas)).containsExactly(1, 1, 1);
    }

    /** On the paper's testbed, the three tiers have equal weights: a hot block's HDD gets as many readers as its PCIe SSD. */
    @Test
    void hotBlockIsReadAtTheRateOfItsDevicesWithLoad() {
        Interval throughput = ratio(PAPER, 1, 60, ReadSimulation.Result::mbPerSecond);
        assertThat(throughput.lower()).as(throughput.toString()).isGreaterThan(2);
    }

    /** On a cluster with few slow devices, a hot block's fast replica would get nearly all of its readers. */
    @Test
    void fastReplicaOfAHotBlockIsNotOverloaded() {
        int[] mostlyFast = {27, 9, 3};
        Interval load = ratio(mostlyFast, 0.5, 120, ReadSimulation.Result::maxMeanLoad);
        assertThat(load.upper()).as(load.toString()).isLessThan(0.8);
        Interval throughput = ratio(mostlyFast, 0.5, 120, ReadSimulation.Result::mbPerSecond);
        assertThat(throughput.lower()).as(throughput.toString()).isGreaterThan(1.1);
        ReadSimulation without = new ReadSimulation(byDevice(false), mostlyFast, RATES, 0.5, Seeds.seed());
        without.run(120, 5_000);
        assertThat(without.mostLoadedTier()).isZero();
    }

    @Test
    void evenReadsAreNotSlowerWithLoad() {
        Interval throughput = ratio(PAPER, 0, 162, ReadSimulation.Result::mbPerSecond);
        assertThat(throughput.lower()).as(throughput.toString()).isGreaterThan(1);
    }

    /** Measures the ratio of a value with load to that without. */
    private static Interval ratio(
            int[] sizes, double hotShare, int readers, ToDoubleFunction<ReadSimulation.Result> value) {
        return Interval.of(seed -> {
            var with = new ReadSimulation(byDevice(true), sizes, RATES, hotShare, seed).run(readers, 5_000);
            var without = new ReadSimulation(byDevice(false), sizes, RATES, hotShare, seed).run(readers, 5_000);
            return value.applyAsDouble(with) / value.applyAsDouble(without);
        });
    }
}
