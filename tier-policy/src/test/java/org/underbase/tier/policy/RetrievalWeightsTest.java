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
        Replica[] replicas = {replica(2, 2), replica(1, 0), replica(2, -1)};
        assertThat(byDevice(true).of(RetrievalPolicy.TIER_AWARE, replicas)).containsExactly(274.5, 1719, 823.5);
    }

    @Test
    void transfersOfFasterDevicesCountLess() {
        Replica[] replicas = {
            new Replica(0, 80, 1, Proximity.REMOTE, 8),
            new Replica(1, 20, 1, Proximity.REMOTE, 2),
            new Replica(2, 10, 1, Proximity.REMOTE, 1),
            new Replica(TierNames.UNKNOWN, 0, 1, Proximity.REMOTE, 3)
        };
        assertThat(byDevice(true).of(RetrievalPolicy.TIER_AWARE, replicas)).containsExactly(40, 10, 5, 0.25);
    }

    @Test
    void unknownRatesHideNoLoad() {
        Replica[] replicas = {
            new Replica(0, 500, 1, Proximity.REMOTE, 9),
            new Replica(1, 500, 1, Proximity.REMOTE, 0),
            new Replica(2, 0, 1, Proximity.REMOTE, 1)
        };
        assertThat(byDevice(true).of(RetrievalPolicy.TIER_AWARE, replicas)).containsExactly(50, 500, 0.5);
        replicas[0] = new Replica(0, 0, 1, Proximity.REMOTE, 3);
        replicas[1] = new Replica(1, 0, 1, Proximity.REMOTE, 0);
        assertThat(byDevice(true).of(RetrievalPolicy.TIER_AWARE, replicas)).containsExactly(0.25, 1, 0.5);
    }

    @Test
    void loadDividesConfiguredWeightsToo() {
        RetrievalWeights weights = new RetrievalWeights(new double[] {10, 0, 1}, 1, 1, true);
        Replica[] replicas = {
            new Replica(0, 40, 1, Proximity.REMOTE, 16),
            new Replica(2, 10, 1, Proximity.REMOTE, 1),
            new Replica(TierNames.UNKNOWN, 0, 1, Proximity.NODE, 0)
        };
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
        assertThat(throughput.lower()).as(throughput.toString()).isGreaterThan(3);
    }

    /** On a cluster with few slow devices, a hot block's fast replica would get nearly all of its readers. */
    @Test
    void fastReplicaOfAHotBlockIsNotOverloaded() {
        int[] mostlyFast = {27, 9, 3};
        Interval load = ratio(mostlyFast, 0.5, 120, ReadSimulation.Result::maxMeanLoad);
        assertThat(load.upper()).as(load.toString()).isLessThan(0.95);
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

    /** The layout and the load of part io of the benchmark: no device is long busy after the others. */
    @Test
    void allReadsEndEarlierWithLoad() {
        int[] halves = {3, 3, 6};
        Interval rate = Interval.of(seed -> {
            double with = new ReadSimulation(byDevice(true), halves, RATES, 0, seed).toTheEnd(144, 1080);
            double without = new ReadSimulation(byDevice(false), halves, RATES, 0, seed).toTheEnd(144, 1080);
            return with / without;
        });
        assertThat(rate.lower()).as(rate.toString()).isGreaterThan(1);
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
