package org.underbase.bench.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.underbase.htfs.format.Activity;
import org.underbase.sim.layer.Layer;

class ComparisonTest {
    private static final List<Activity> ACTIVITIES = List.of(Activity.COMPACTION, Activity.READ);
    private static final Latency READS = Latency.of("read");

    private static Values network(double compaction, double read) {
        LayerTable table = new LayerTable();
        table.add(Activity.COMPACTION, Map.of(Layer.NETWORK, compaction));
        table.add(Activity.READ, Map.of(Layer.NETWORK, read));
        return table.values(ACTIVITIES);
    }

    private static Comparison compare(Values predicted, List<Values> feature) {
        List<Values> stock = List.of(network(1000, 500), network(1010, 500));
        return Comparison.of(network(1000, 500), predicted, stock, feature, Spread.NONE);
    }

    private static Values latency(double mean, double p50, double p99) {
        return new Values().put(READS.mean(), mean).put(READS.p50(), p50).put(READS.p99(), p99);
    }

    @Test
    void comparesLevelsAndEffects() {
        Comparison comparison = compare(network(300, 500), List.of(network(295, 510)));
        // 295 of compaction: error 1.7%, noise 10 of 295 exceeds 3%; the effect of -710 is decided.
        assertThat(comparison.cells())
                .extracting(Cell::name, Cell::kind, Cell::verdict)
                .containsExactly(
                        tuple("compaction, network", Cell.Kind.LEVEL, Cell.Verdict.NOISE),
                        tuple("compaction, network", Cell.Kind.EFFECT, Cell.Verdict.WITHIN),
                        tuple("read, network", Cell.Kind.LEVEL, Cell.Verdict.WITHIN),
                        tuple("all, network", Cell.Kind.LEVEL, Cell.Verdict.WITHIN),
                        tuple("all, network", Cell.Kind.EFFECT, Cell.Verdict.WITHIN));
        assertThat(comparison.signErrors()).isZero();
    }

    @Test
    void levelsHaveTheNoiseOfClustersWithTheFeature() {
        // The noise of stock clusters, 10, exceeds 3% of 295; that with the feature is 2.
        assertThat(compare(network(300, 500), List.of(network(294, 500), network(296, 500)))
                        .cells())
                .extracting(Cell::name, Cell::kind, Cell::verdict)
                .contains(tuple("compaction, network", Cell.Kind.LEVEL, Cell.Verdict.WITHIN));
        assertThat(compare(network(300, 500), List.of(network(285, 500), network(305, 500)))
                        .cells())
                .extracting(Cell::name, Cell::kind, Cell::verdict)
                .contains(tuple("compaction, network", Cell.Kind.LEVEL, Cell.Verdict.NOISE));
    }

    @Test
    void effectsHaveTheLargerNoiseOfBothSides() {
        // An effect of 50 is more than twice the noise without the feature, 10, but less than twice that with it, 40.
        assertThat(compare(network(950, 500), List.of(network(935, 500), network(975, 500)))
                        .cells())
                .extracting(Cell::name, Cell::kind)
                .doesNotContain(tuple("compaction, network", Cell.Kind.EFFECT));
    }

    @Test
    void countsWrongSignsAndMissedTargets() {
        Comparison comparison = compare(network(1500, 500), List.of(network(400, 500)));
        assertThat(comparison.signErrors()).isEqualTo(2);
        assertThat(comparison.count(Cell.Verdict.OUTSIDE)).isEqualTo(4);
        assertThat(comparison.count(Cell.Verdict.WITHIN)).isEqualTo(1);
    }

    @Test
    void noChangeIsAWrongSignOfALargeEffect() {
        assertThat(compare(network(1000, 500), List.of(network(400, 500))).signErrors())
                .isEqualTo(2);
    }

    @Test
    void omitsSmallPartsAndEffectsBelowTwiceTheNoise() {
        // 5 is less than 1% of the layer's 1505 bytes without the feature; an effect of 15 is less than twice the
        // noise, 10.
        assertThat(compare(network(0, 500), List.of(network(5, 500))).cells())
                .extracting(Cell::name, Cell::kind)
                .doesNotContain(tuple("compaction, network", Cell.Kind.LEVEL))
                .contains(tuple("compaction, network", Cell.Kind.EFFECT));
        assertThat(compare(network(1000, 500), List.of(network(990, 500))).cells())
                .extracting(Cell::kind)
                .doesNotContain(Cell.Kind.EFFECT);
    }

    @Test
    void latenciesHaveTheirOwnTargets() {
        // Errors of the levels: 21%, 24%, and a factor of 1.6; of the effects: 17%, 26% and 36%.
        Comparison comparison = Comparison.of(
                latency(100, 100, 112),
                latency(55, 64, 80),
                List.of(latency(100, 100, 100), latency(99, 100, 100)),
                List.of(latency(45.5, 51.7, 50)),
                Spread.NONE);
        assertThat(comparison.cells())
                .extracting(Cell::name, Cell::kind, Cell::verdict)
                .containsExactly(
                        tuple("read mean", Cell.Kind.LEVEL, Cell.Verdict.OUTSIDE),
                        tuple("read mean", Cell.Kind.EFFECT, Cell.Verdict.WITHIN),
                        tuple("read p50", Cell.Kind.LEVEL, Cell.Verdict.WITHIN),
                        tuple("read p50", Cell.Kind.EFFECT, Cell.Verdict.OUTSIDE),
                        tuple("read p99", Cell.Kind.LEVEL, Cell.Verdict.OUTSIDE),
                        tuple("read p99", Cell.Kind.EFFECT, Cell.Verdict.OUTSIDE));
    }

    @Test
    void aFactorIsAsWrongInBothDirections() {
        assertThat(Measure.P99.levelError(150, 100)).isEqualTo(0.5);
        assertThat(Measure.P99.levelError(100, 150)).isEqualTo(0.5);
        assertThat(Measure.P50.levelError(75, 100)).isEqualTo(0.25);
    }

    @Test
    void latencyQuantitiesAreThoseOfTheOperations() {
        List<Long> nanos =
                LongStream.rangeClosed(1, 200).map(nano -> 201 - nano).boxed().toList();
        Values values = new Values();
        READS.put(values, nanos);
        assertThat(values.json())
                .containsExactly(
                        Map.entry("read mean", 100.5), Map.entry("read p50", 100.0), Map.entry("read p99", 198.0));
    }

    @Test
    void doesNotDecideWhatRandomDecisionsExplain() {
        Quantity quantity = new Quantity("devices read", Measure.bytes(0.1));
        Values spread = new Values().put(quantity, 20);
        List<Values> stock = List.of(new Values().put(quantity, 100), new Values().put(quantity, 101));
        Comparison comparison = Comparison.of(
                new Values().put(quantity, 100),
                new Values().put(quantity, 150),
                stock,
                List.of(new Values().put(quantity, 125)),
                new Spread(spread, spread));

        // The level, 125, is uncertain by 20, and so is the effect, 24.5, by 28.
        assertThat(comparison.cells())
                .extracting(Cell::kind, Cell::verdict)
                .containsExactly(tuple(Cell.Kind.LEVEL, Cell.Verdict.NOISE));
    }
}
