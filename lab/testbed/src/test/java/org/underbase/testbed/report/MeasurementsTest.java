package org.underbase.testbed.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests of the metrics that {@link Measurements} computes. */
class MeasurementsTest {
    private final Measurements measurements = new Measurements();

    private String text(String key) {
        return measurements.metric(key, 3, new Target.None()).text();
    }

    @Test
    void ratioIsUnderbaseOverStockAndGainIsStockOverUnderbase() {
        measurements.compared("latency", "ms", new Pair(2, 8));
        measurements.compared("latency", "ms", new Pair(2, 4));
        measurements.compared("latency", "ms", new Pair(1, 16));
        measurements.quote("ratio", "latency");
        measurements.quoteGain("gain", "latency");
        assertThat(text("ratio")).isEqualTo("0.250");
        assertThat(text("gain")).isEqualTo("4.000");
    }

    @Test
    void medianOfUnderbaseIsSelectedWithoutStock() {
        measurements.compared("start", "s", new Pair(3, 5));
        measurements.compared("start", "s", new Pair(1, 7));
        measurements.compared("start", "s", new Pair(2, 9));
        measurements.quoteUnderbase("start", "start");
        assertThat(text("start")).isEqualTo("2.000");
    }

    @Test
    void unmeasuredMetricIsPrintedAsDash() {
        measurements.quoteGain("gain", "latency");
        assertThat(text("gain")).isEqualTo("-");
    }
}
