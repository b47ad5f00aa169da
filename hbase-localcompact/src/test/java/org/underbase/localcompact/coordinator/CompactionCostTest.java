package org.underbase.localcompact.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.underbase.localcompact.conf.LocalCompactKeys;
import org.underbase.operator.config.InvalidSettingException;

class CompactionCostTest {
    private static final List<String> NODES = List.of("a:1", "b:1", "c:1");
    private static final Map<String, String> ONE_RACK = Map.of("a:1", "/r1", "b:1", "/r1", "c:1", "/r1");
    private static final Map<String, String> TWO_RACKS = Map.of("a:1", "/r1", "b:1", "/r1", "c:1", "/r2");
    private static final long MEGA = 1_000_000;
    private static final CostWeights DEFAULT = CostWeights.of(new Configuration(false));
    private static final CostWeights NETWORK_ONLY = new CostWeights(1, 0, 0, 0);

    /** Inputs of 1000 MB, held by a and b, and partly by c; the second rack holds as much as c. */
    private static CompactionCost cost(
            long heldByC, Map<String, String> racks, long expectedMegas, CostWeights weights) {
        Map<String, Long> held = Map.of("a:1", 1000 * MEGA, "b:1", 1000 * MEGA, "c:1", heldByC * MEGA);
        Map<String, Long> byRack = Map.of("/r1", 1000 * MEGA, "/r2", heldByC * MEGA);
        InputLocality locality = new InputLocality(1000 * MEGA, held, byRack, true, InputLocality::host);
        return CompactionCost.of(locality, "a:1", NODES, racks, expectedMegas * MEGA, weights);
    }

    @Test
    void smallNetworkSavingDoesNotPayForDiskReadsAndMerges() {
        CompactionCost cost = cost(1000, ONE_RACK, 20, DEFAULT);
        assertThat(cost.network().local()).isLessThan(cost.network().stock());
        assertThat(cost.localPays()).as("%s", cost).isFalse();
        assertThat(cost(1000, ONE_RACK, 20, NETWORK_ONLY).localPays()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"1000,true", "300,true", "200,true", "150,false"})
    void defaultWeightsRequireSomeOutput(long expected, boolean pays) {
        assertThat(cost(1000, ONE_RACK, expected, DEFAULT).localPays()).isEqualTo(pays);
    }

    @Test
    void fastLinksDoNotPay() {
        CostWeights tenGigabits = new CostWeights(DEFAULT.rack(), 10 * DEFAULT.disk(), 10 * DEFAULT.cpu(), 0.1);
        assertThat(cost(1000, ONE_RACK, 1000, DEFAULT).localPays()).isTrue();
        assertThat(cost(1000, ONE_RACK, 1000, tenGigabits).localPays()).isFalse();
    }

    @Test
    void ratioOfCpuTimeIsTheMeasuredOne() {
        CompactionCost cost = cost(1000, ONE_RACK, 1000, DEFAULT);
        assertThat(cost.local().cpu() / cost.stock().cpu()).isEqualTo(13.9 / 8.6, within(0.01));
        assertThat(cost.local().disk() / cost.stock().disk()).isEqualTo(3, within(0.01));
    }

    @Test
    void savingBelowMinimumIsStock() {
        // Stock sends 500 MB, local 448 MB and control traffic.
        assertThat(cost(552, ONE_RACK, 250, new CostWeights(1, 0, 0, 0.1)).localPays())
                .isTrue();
        assertThat(cost(548, ONE_RACK, 250, new CostWeights(1, 0, 0, 0.1)).localPays())
                .isFalse();
        assertThat(cost(548, ONE_RACK, 250, NETWORK_ONLY).localPays()).isTrue();
    }

    @Test
    void outputSmallerThanControlTrafficIsStock() {
        InputLocality locality = new InputLocality(
                MEGA, Map.of("a:1", MEGA, "b:1", MEGA, "c:1", MEGA), Map.of(), true, InputLocality::host);
        assertThat(CompactionCost.of(locality, "a:1", NODES, ONE_RACK, NetworkCost.CONTROL, NETWORK_ONLY)
                        .localPays())
                .isFalse();
        assertThat(CompactionCost.of(locality, "a:1", NODES, ONE_RACK, NetworkCost.CONTROL + 1, NETWORK_ONLY)
                        .localPays())
                .isTrue();
    }

    @Test
    void bytesBetweenRacksCostMore() {
        CostWeights weights = new CostWeights(3, 0, 0, 0);
        CompactionCost one = cost(400, ONE_RACK, 400, weights);
        assertThat(one.stock().total()).isEqualTo(800 * MEGA);
        assertThat(one.local().total()).isEqualTo(600 * MEGA + 2 * NetworkCost.CONTROL);
        assertThat(one.localPays()).isTrue();
        CompactionCost two = cost(400, TWO_RACKS, 400, weights);
        // The output crosses the racks once, all input that c lacks does too.
        assertThat(two.stock().total()).isEqualTo((800 + 2 * 400) * MEGA);
        assertThat(two.local().total()).isEqualTo(3 * 600 * MEGA + 4 * NetworkCost.CONTROL);
        assertThat(two.localPays()).isFalse();
    }

    @Test
    void trafficOfUnknownRacksIsWithinRack() {
        CompactionCost cost = cost(400, Map.of(), 400, new CostWeights(3, 0, 0, 0));
        assertThat(cost.stock().total()).isEqualTo(800 * MEGA);
        assertThat(cost.local().total()).isEqualTo(600 * MEGA + 2 * NetworkCost.CONTROL);
    }

    @Test
    void decisionIsLoggedWithBothSums() {
        assertThat(cost(1000, ONE_RACK, 1000, DEFAULT))
                .hasToString(
                        "estimated output 1000000000 bytes, non-local input 0 bytes here and 0 bytes on all nodes; local"
                                + " sends 98304 bytes, stock 2000000000 bytes; weighted cost of local 420101263 (network 98304, disk"
                                + " 210000000, CPU 210002959), of stock 2200200000 (network 2000000000, disk 70000000, CPU"
                                + " 130200000); minimum saving 10%");
    }

    @Test
    void invalidWeightIsRejected() {
        Configuration conf = new Configuration(false);
        conf.set(LocalCompactKeys.COST_RACK.name(), "0.5");
        assertThatThrownBy(() -> CostWeights.of(conf)).isInstanceOf(InvalidSettingException.class);
    }
}
