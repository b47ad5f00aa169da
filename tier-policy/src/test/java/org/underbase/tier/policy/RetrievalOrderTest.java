package org.underbase.tier.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetrievalOrderTest {
    private static final int DRAWS = 100_000;
    /** Upper 0.1 % points of chi-square, by degrees of freedom. */
    private static final Map<Integer, Double> LIMITS = Map.of(1, 10.83, 2, 13.82, 3, 16.27, 5, 20.52, 23, 49.73);

    private final long seed = Seeds.seed();
    private final RandomGenerator random = new SplittableRandom(seed);

    @Test
    void firstPlaceAndWholeOrderFitTheWeightsOfThree() {
        fits(533, 191, 61);
    }

    @Test
    void firstPlaceAndWholeOrderFitTheWeightsOfFour() {
        fits(8, 4, 2, 1);
    }

    @Test
    void equalWeightsAreUniform() {
        fits(7, 7, 7);
        fits(1e-300, 1e-300, 1e-300, 1e-300);
        fits(Double.MAX_VALUE, Double.MAX_VALUE);
    }

    @Test
    void smallestWeightsFit() {
        fits(5e-300, 1e-300, 2e-300);
    }

    @Test
    void extremeRatiosPutTheHeavyFirst() {
        for (int i = 0; i < DRAWS; i++) {
            assertThat(draw(1e-300, 1e300, 1)).as("seed %s", seed).isEqualTo(List.of(1, 2, 0));
        }
    }

    @ParameterizedTest
    @ValueSource(
            doubles = {0, -0.0, -1, 1e-301, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 4.9e-324})
    void refusesAWeightThatIsNoneAndChangesNothing(double weight) {
        String[] items = {"a", "b", "c"};
        double[] weights = {3, 1, weight};
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RetrievalOrder.shuffle(items, weights, 3, random))
                .withMessageContaining(String.valueOf(weight));
        assertThat(items).containsExactly("a", "b", "c");
        assertThat(weights).containsExactly(3, 1, weight);
    }

    @Test
    void leavesWhatIsBeyondTheLength() {
        String[] items = {"a", "b", "stale"};
        double[] weights = {1, 2, Double.NaN};
        for (int i = 0; i < 100; i++) {
            weights[0] = 1;
            weights[1] = 2;
            RetrievalOrder.shuffle(items, weights, 2, random);
            assertThat(items[2]).isEqualTo("stale");
            assertThat(List.of(items[0], items[1])).containsExactlyInAnyOrder("a", "b");
        }
        assertThatThrownBy(() -> RetrievalOrder.shuffle(items, new double[2], 3, random))
                .isInstanceOf(IndexOutOfBoundsException.class);
        RetrievalOrder.shuffle(new String[0], new double[0], 0, random);
    }

    private void fits(double... weights) {
        Map<List<Integer>, Integer> orders = new HashMap<>();
        Map<List<Integer>, Integer> firsts = new HashMap<>();
        for (int i = 0; i < DRAWS; i++) {
            List<Integer> order = draw(weights);
            orders.merge(order, 1, Integer::sum);
            firsts.merge(order.subList(0, 1), 1, Integer::sum);
        }
        chiSquare(expected(weights, 1), firsts);
        chiSquare(expected(weights, weights.length), orders);
    }

    private List<Integer> draw(double... weights) {
        Integer[] items = new Integer[weights.length];
        for (int i = 0; i < items.length; i++) {
            items[i] = i;
        }
        RetrievalOrder.shuffle(items, weights.clone(), items.length, random);
        return List.of(items);
    }

    /** Returns the probabilities of all prefixes of a length: products of the shares of the remaining weight. */
    private static Map<List<Integer>, Double> expected(double[] weights, int places) {
        Map<List<Integer>, Double> result = new HashMap<>(Map.of(List.of(), 1.0));
        for (int place = 0; place < places; place++) {
            Map<List<Integer>, Double> longer = new HashMap<>();
            result.forEach((order, probability) -> {
                double share = 0;
                for (int item = 0; item < weights.length; item++) {
                    share += order.contains(item) ? 0 : weights[item] / weights[0];
                }
                for (int item = 0; item < weights.length; item++) {
                    if (!order.contains(item)) {
                        List<Integer> next = new ArrayList<>(order);
                        next.add(item);
                        longer.put(next, probability * (weights[item] / weights[0]) / share);
                    }
                }
            });
            result = longer;
        }
        return result;
    }

    private void chiSquare(Map<List<Integer>, Double> expected, Map<List<Integer>, Integer> seen) {
        double sum = 0;
        for (Map.Entry<List<Integer>, Double> entry : expected.entrySet()) {
            double mean = entry.getValue() * DRAWS;
            double off = seen.getOrDefault(entry.getKey(), 0) - mean;
            sum += off * off / mean;
        }
        assertThat(seen.keySet()).isSubsetOf(expected.keySet());
        assertThat(sum)
                .as("chi-square of %s against %s, seed %s", seen, expected, seed)
                .isLessThan(LIMITS.get(expected.size() - 1));
    }
}
