package org.underbase.exalt.harness.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FitTest {
    @Test
    void planeIsFittedThroughItsPoints() {
        List<double[]> quantities = new ArrayList<>();
        List<Double> values = new ArrayList<>();
        Random random = new Random(4711);
        for (int i = 0; i < 20; i++) {
            double files = random.nextInt(100_000);
            double blocks = random.nextInt(100_000);
            quantities.add(new double[] {files, blocks});
            values.add(5e7 + 150 * files + 220 * blocks);
        }
        Fit fit = Fit.of(quantities, values);
        assertThat(fit.constant()).isCloseTo(5e7, within(1.0));
        assertThat(fit.factor(0)).isCloseTo(150, within(1e-3));
        assertThat(fit.factor(1)).isCloseTo(220, within(1e-3));
        assertThat(fit.r2()).isCloseTo(1, within(1e-9));
    }

    @Test
    void lowR2IsReportedForPointsOffALine() {
        Fit fit = Fit.of(
                List.of(new double[] {1}, new double[] {2}, new double[] {3}, new double[] {4}),
                List.of(1.0, -1.0, 1.0, -1.0));
        assertThat(fit.r2()).isCloseTo(0.2, within(1e-9));
    }

    @Test
    void tooFewPointsAreRejected() {
        assertThatThrownBy(() -> Fit.of(List.of(new double[] {1}), List.of(1.0)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() ->
                        Fit.of(List.of(new double[] {1}, new double[] {1}, new double[] {1}), List.of(1.0, 2.0, 3.0)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
