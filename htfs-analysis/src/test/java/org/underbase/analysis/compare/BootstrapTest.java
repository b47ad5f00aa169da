package org.underbase.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Intervals for simulated traces with a known difference. */
class BootstrapTest {
    private static final int TRIALS = 300;
    private static final int UNITS = 40;
    private static final long MEAN = 100_000;

    /** Numbers of a simulated trace. */
    private enum Simulated {
        RATIO,
        RATE,
        MEDIAN;

        private Estimator estimator() {
            return switch (this) {
                case RATIO -> new Estimator.Ratio(Sum.DATA_READ_ONCE, Sum.READ_DATA, 100);
                case RATE -> new Estimator.Ratio(Sum.READ, Sum.NANOS, 1e9);
                case MEDIAN -> new Estimator.Quantile(Shape.CREATED_SIZES, 0.5);
            };
        }
    }

    @Test
    void tracesOfOneProcessAreRarelyDistinguished() {
        // The expected number is 15 of 300, with a standard deviation of 3.8.
        assertThat(distinguished(1, "b", new SplittableRandom(11)))
                .allSatisfy((number, found) -> assertThat(found).isBetween(4, 27));
    }

    @Test
    void tracesOfTheSameRegionsAreRarelyDistinguished() {
        assertThat(distinguished(1, "a", new SplittableRandom(12)))
                .allSatisfy((number, found) -> assertThat(found).isBetween(4, 27));
    }

    @Test
    void aRealEffectIsFound() {
        assertThat(distinguished(1.6, "b", new SplittableRandom(13)))
                .allSatisfy((number, found) -> assertThat(found).isGreaterThan(TRIALS * 9 / 10));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 199})
    void weightsHaveThePoissonDistribution(int replicate) {
        int units = 20_000;
        int[] counts = new int[20];
        double sum = 0;
        for (int i = 0; i < units; i++) {
            int weight = Replicates.weight(Unit.of("host" + i, 0).hash(), replicate);
            counts[weight]++;
            sum += weight;
        }
        assertThat(sum / units).isCloseTo(1, within(0.03));
        double probability = Math.exp(-1);
        for (int weight = 0; weight < 6; weight++) {
            assertThat((double) counts[weight] / units).as("weight %d", weight).isCloseTo(probability, within(0.015));
            probability /= weight + 1;
        }
    }

    /** Returns in how many trials the interval of each number excludes zero. */
    private static Map<Simulated, Integer> distinguished(double effect, String name, SplittableRandom random) {
        Map<Simulated, Integer> found = new EnumMap<>(Simulated.class);
        for (int trial = 0; trial < TRIALS; trial++) {
            Replicates a = new Replicates(trace("a", trial, 1, random));
            Replicates b = new Replicates(trace(name, trial, effect, random));
            Bootstrap bootstrap = new Bootstrap(a, b);
            for (Simulated number : Simulated.values()) {
                Estimator estimator = number.estimator();
                double difference = estimator.of(b.once()) - estimator.of(a.once());
                Interval interval =
                        bootstrap.interval(estimator, difference, UNITS).orElseThrow();
                found.merge(number, interval.verdict() == Verdict.NOT_DISTINGUISHABLE ? 0 : 1, Integer::sum);
            }
        }
        return found;
    }

    /** Units of very different sizes, each with its part of the data, its rate and its sizes of files. */
    private static Units trace(String name, int trial, double effect, SplittableRandom random) {
        SortedMap<Unit, UnitSums> units = new TreeMap<>();
        for (int i = 0; i < UNITS; i++) {
            UnitSums sums = new UnitSums();
            double size = MEAN * Math.exp(random.nextDouble(-1, 1));
            sums.add(Sum.READ_DATA, (long) size);
            sums.add(Sum.DATA_READ_ONCE, (long) (effect * size * random.nextDouble(0.2, 0.6)));
            sums.add(Sum.NANOS, 1_000_000_000);
            sums.add(Sum.READ, (long) (effect * size));
            double typical = MEAN * Math.exp(random.nextDouble(-0.7, 0.7));
            for (int file = 0; file < 10; file++) {
                sums.add(Shape.CREATED_SIZES, (long) (effect * typical * random.nextDouble(0.5, 1.5)), 1);
            }
            units.put(new Unit(Unit.Kind.REGION, trial + name + i, 0), sums);
        }
        return new Units(units);
    }
}
