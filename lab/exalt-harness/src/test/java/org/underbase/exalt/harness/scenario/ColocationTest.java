package org.underbase.exalt.harness.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ColocationTest {
    private static Colocation of(int bytes, long disk, long wire, long memstore) {
        return new Colocation(
                bytes, new Colocation.Use(10, disk, wire, memstore, 5), new Colocation.Use(20, 200, 200, 200, 8));
    }

    @Test
    void scarcestResourceLimitsTheRatio() {
        assertThat(of(1, 1_000, 2_000, 3_000).ratio()).isEqualTo(10);
        assertThat(of(1, 2_000, 1_000, 3_000).ratio()).isEqualTo(10);
        assertThat(of(1, 2_000, 3_000, 1_000).ratio()).isEqualTo(10);
        assertThat(of(1, 1_000, 2_000, 3_000).row()).hasSameSizeAs(Colocation.HEADS);
    }

    @Test
    void verdictFollowsFromTheRatios() {
        assertThat(Colocation.verdict(List.of(
                        of(100, 200, 200, 200), of(1_000, 5_000, 5_000, 5_000), of(10_000, 8_000, 8_000, 9_000))))
                .isEqualTo(
                        "With values of 100 bytes, 2.0 nodes need the resources of one; with 10,000 bytes, 80.0. The maximum"
                                + " is 80.0; values of at least 1,000 bytes reach half of it");
    }
}
