package org.underbase.testbed.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of medians, ratios and the order of pairs. */
class StatsTest {
    @Test
    void medianOfAnOddCountIsTheMiddleValue() {
        assertThat(Stats.of(List.of(9.0, 1.0, 5.0))).isEqualTo(new Stats(3, 5, 1, 9));
    }

    @Test
    void medianOfAnEvenCountIsTheMeanOfTheMiddleTwo() {
        assertThat(Stats.of(List.of(4.0, 1.0, 100.0, 2.0)).median()).isEqualTo(3);
    }

    @Test
    void missingOrInfiniteValuesAreRejected() {
        assertThatIllegalArgumentException().isThrownBy(() -> Stats.of(List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> Stats.of(List.of(1.0, Double.NaN)));
    }

    @Test
    void ratioIsTheMedianOfTheRatios() {
        Series.Compared crossed =
                new Series.Compared("write", "ops/s", List.of(new Pair(10, 20), new Pair(40, 40), new Pair(30, 60)));
        assertThat(crossed.ratio().median()).isEqualTo(0.5);
        assertThat(crossed.underbase().median() / crossed.stock().median()).isEqualTo(0.75);
    }

    @Test
    void pairWithAnUnmeasuredSideIsRejected() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Pair(1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new Pair(Double.NaN, 1));
    }

    @Test
    void firstSideAlternates() {
        List<String> ran = new ArrayList<>();
        List<Pair> pairs = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            pairs.add(Order.of(i).pair(underbase -> {
                ran.add(underbase ? "underbase" : "stock");
                return underbase ? 1 : 2;
            }));
        }
        assertThat(ran).containsExactly("underbase", "stock", "stock", "underbase", "underbase", "stock");
        assertThat(pairs).containsOnly(new Pair(1, 2));
    }
}
