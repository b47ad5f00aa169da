package org.underbase.operator.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.underbase.operator.output.CheckPoint.Kind;

class CheckPointTest {
    @Test
    void calibratedValuesAreNeverReportedAsAgreement() {
        assertThat(CheckPoint.relative("T1", "reads", Kind.INPUT, 576, 576, 0.05)
                        .verdict())
                .isEqualTo("calibrated");
    }

    @Test
    void theVerdictDependsOnTheRange() {
        assertThat(CheckPoint.relative("T1", "reads", Kind.CHECK, 100, 109, 0.1).verdict())
                .isEqualTo("within");
        assertThat(CheckPoint.relative("T1", "reads", Kind.CHECK, 100, 111, 0.1).verdict())
                .isEqualTo("OUTSIDE");
        assertThat(CheckPoint.relative("T1", "reads", Kind.CHECK, 100, Double.NaN, 0.1)
                        .verdict())
                .isEqualTo("OUTSIDE");
        assertThat(new CheckPoint("F11", "gain", Kind.SIGN, "> 0", 7, 0, Double.POSITIVE_INFINITY).aim())
                .isEqualTo("0.00 to ...");
    }
}
