package org.underbase.bench.prediction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.underbase.htfs.format.Activity;
import org.underbase.sim.layer.Layer;

class ComparisonTest {
    private static final List<Activity> ACTIVITIES = List.of(Activity.COMPACTION, Activity.READ);

    private static LayerTable network(double compaction, double read) {
        LayerTable table = new LayerTable();
        table.add(Activity.COMPACTION, Map.of(Layer.NETWORK, compaction));
        table.add(Activity.READ, Map.of(Layer.NETWORK, read));
        return table;
    }

    private static Comparison compare(LayerTable predicted, List<LayerTable> feature) {
        List<LayerTable> stock = List.of(network(1000, 500), network(1010, 500));
        return Comparison.of(network(1000, 500), predicted, stock, feature, ACTIVITIES);
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
        assertThat(comparison.within()).isEqualTo(1);
        assertThat(comparison.signErrors()).isZero();
    }

    private static org.assertj.core.groups.Tuple tuple(Object... values) {
        return org.assertj.core.groups.Tuple.tuple(values);
    }

    @Test
    void countsWrongSignsAndMissedTargets() {
        Comparison comparison = compare(network(1500, 500), List.of(network(400, 500)));
        assertThat(comparison.signErrors()).isEqualTo(2);
        assertThat(comparison.count(Cell.Verdict.OUTSIDE)).isEqualTo(4);
        assertThat(comparison.within()).isEqualTo(0.2);
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
}
