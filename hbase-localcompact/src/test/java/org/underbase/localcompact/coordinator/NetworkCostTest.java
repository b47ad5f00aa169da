package org.underbase.localcompact.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NetworkCostTest {
    private static final List<String> NODES = List.of("a:1", "b:1", "c:1");
    private static final long MEGA = 1_000_000;

    private static InputLocality holding(long a, long b, long c) {
        return new InputLocality(
                1000 * MEGA,
                Map.of("a:1", a * MEGA, "b:1", b * MEGA, "c:1", c * MEGA),
                Map.of(),
                true,
                InputLocality::host);
    }

    private static NetworkCost cost(InputLocality locality, String own, long expected) {
        return NetworkCost.of(locality, own, NODES, expected);
    }

    @Test
    void localCostIsControlTrafficIfAllInputsAreLocal() {
        NetworkCost cost = cost(holding(1000, 1000, 1000), "a:1", 1000 * MEGA);
        assertThat(cost).isEqualTo(new NetworkCost(2, 0, 0, 1000 * MEGA));
        assertThat(cost.local()).isEqualTo(2 * NetworkCost.CONTROL);
        assertThat(cost.stock()).isEqualTo(2000 * MEGA);
    }

    @Test
    void localCostIncludesNonLocalInput() {
        NetworkCost cost = cost(holding(1000, 1000, 400), "a:1", 1000 * MEGA);
        assertThat(cost).isEqualTo(new NetworkCost(2, 0, 600 * MEGA, 1000 * MEGA));
    }

    @Test
    void bothCostsIncludeNonLocalInputOfOwnNode() {
        NetworkCost cost = cost(holding(0, 1000, 1000), "a:1", 100 * MEGA);
        assertThat(cost.stock()).isEqualTo(1200 * MEGA);
        assertThat(cost.local()).isEqualTo(1000 * MEGA + 2 * NetworkCost.CONTROL);
    }

    @Test
    void stockCostUsesOwnNodeNotFullestNode() {
        assertThat(cost(holding(1000, 400, 1000), "b:1", 100 * MEGA).stock()).isEqualTo(800 * MEGA);
    }

    @Test
    void stockCostIncludesAllReplicasWithoutOwnDataNode() {
        assertThat(cost(holding(1000, 1000, 1000), "", 100 * MEGA).stock()).isEqualTo((1000 + 300) * MEGA);
    }
}
