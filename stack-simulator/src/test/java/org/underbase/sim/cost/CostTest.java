package org.underbase.sim.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Prices, wear and the identities of FAST '14 about them. */
class CostTest {
    private static final double MB = 1 << 20;
    private static final double GB = 1 << 30;
    private static final double PROMOTE_WRITES = 467 * MB;

    @Test
    void capexIsThatOfThePaper() {
        double a0 = Prices.PAPER.capex(new Hardware(10, 0, 10));
        double a1 = Prices.PAPER.capex(new Hardware(10, 60, 10));

        assertThat(a0).isEqualTo(1_050);
        assertThat(a1).isEqualTo(1_098);
        assertThat(a1 / a0 - 1).isCloseTo(0.0457, within(0.0001));
        assertThat(Prices.PAPER.capex(new Hardware(100, 240, 20))).isEqualTo(2_692);
    }

    @Test
    void sixtyGigabytesOfFlashCostAtMostFivePercent() {
        for (int ram : new int[] {10, 30, 100}) {
            for (int disks : new int[] {10, 15, 20}) {
                double without = Prices.PAPER.capex(new Hardware(ram, 0, disks));
                assertThat(Prices.PAPER.capex(new Hardware(ram, 60, disks)) / without - 1)
                        .isBetween(0.0192 - 1e-5, 0.0458);
            }
        }
    }

    @Test
    void allDataInFlashCostsTheValueOfThePaper() {
        assertThat(Prices.PAPER.flashGigabyte() * 13.3 * 1024).isCloseTo(10_895, within(1.0));
    }

    @Test
    void theLifetimeOfFlashIsProportionalToItsSize() {
        assertThat(FlashWear.DEFAULT.years(60 * GB, PROMOTE_WRITES)).isCloseTo(2.5, within(0.01));
        assertThat(FlashWear.DEFAULT.years(20 * GB, PROMOTE_WRITES)).isCloseTo(0.83, within(0.01));
        assertThat(FlashWear.DEFAULT.years(120 * GB, PROMOTE_WRITES)).isCloseTo(5.0, within(0.02));
        assertThat(FlashWear.DEFAULT.years(240 * GB, PROMOTE_WRITES)).isCloseTo(10, within(0.02));
    }

    @Test
    void theKeepPolicyWritesWhatItsLifetimesImply() {
        for (Map.Entry<Integer, List<Double>> point : Map.of(
                        20, List.of(20 * 0.06, 324.0), 60, List.of(5.2, 225.0), 240, List.of(240 * 0.15, 130.0))
                .entrySet()) {
            double years = point.getValue().get(0);
            double writes = point.getValue().get(1) * MB;
            assertThat(FlashWear.DEFAULT.years(point.getKey() * GB, writes)).isCloseTo(years, within(0.01 * years));
        }
    }

    @Test
    void wearOfThePromotePolicyCostsTheSameForEverySize() {
        for (int flash : new int[] {20, 60, 240}) {
            double years = FlashWear.DEFAULT.years(flash * GB, PROMOTE_WRITES);
            Hardware hardware = new Hardware(10, flash, 10);
            double wear = Prices.PAPER.opex(hardware, years, false) - 10 * 100 * 0.04;
            assertThat(wear).isCloseTo(19.2, within(0.05));
        }
    }

    @Test
    void theKeepPolicySavesFourteenDollarsPerYear() {
        Hardware a3 = new Hardware(10, 240, 10);
        double saved = Prices.PAPER.opex(a3, 10, false) - Prices.PAPER.opex(a3, 36, false);

        assertThat(saved).isCloseTo(13.9, within(0.1));
        assertThat(saved / Prices.PAPER.opex(a3, 10, false)).isBetween(0.227 - 0.005, 0.24);
    }

    @Test
    void opexCountsRamOnRequest() {
        Hardware c0 = new Hardware(100, 0, 20);

        assertThat(Prices.PAPER.opex(c0, 0, false)).isEqualTo(80);
        assertThat(Prices.PAPER.opex(c0, 0, true)).isEqualTo(100);
    }

    @Test
    void theFrontContainsNoSystemWithACheaperAndFasterCompetitor() {
        record Priced(int cost, int latency) {}
        List<Priced> systems = List.of(
                new Priced(3, 3),
                new Priced(1, 9),
                new Priced(2, 9),
                new Priced(2, 5),
                new Priced(4, 3),
                new Priced(5, 1));

        assertThat(Front.of(systems, Priced::cost, Priced::latency))
                .containsExactly(new Priced(1, 9), new Priced(2, 5), new Priced(3, 3), new Priced(5, 1));
    }
}
