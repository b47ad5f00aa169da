package org.underbase.testbed.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What becomes a figure of the last line. */
class FindingsTest {
    private final Measurements findings = new Measurements();

    private String text(String key) {
        return findings.figure(key, 3, new Target.None()).text();
    }

    @Test
    void aRatioIsOursOverStockAndAGainStockOverOurs() {
        findings.compared("latency", "ms", new Pair(2, 8));
        findings.compared("latency", "ms", new Pair(2, 4));
        findings.compared("latency", "ms", new Pair(1, 16));
        findings.quote("ratio", "latency");
        findings.quoteGain("gain", "latency");
        assertThat(text("ratio")).isEqualTo("0.250");
        assertThat(text("gain")).isEqualTo("4.000");
    }

    @Test
    void whatWasNotMeasuredIsADash() {
        findings.quoteGain("gain", "latency");
        assertThat(text("gain")).isEqualTo("-");
    }
}
